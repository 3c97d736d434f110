#ifndef SUPPORT_GIT_H
#define SUPPORT_GIT_H

/* Repositories for tests are made by the git command line in a temporary
 * folder, with nobody's configuration and fixed dates. */

#include "support/test.h"

#include <stdio.h>

#include "vcs/vcs.h"

/* Nobody's configuration: libgit2 looks at HOME, git at the variables. First
 * thing in main. */
void git_isolate(void);

/* A new folder for each test, as cmocka's setup and teardown. */
int git_folder_new(void **state);
int git_folder_remove(void **state);
const char *git_folder(void);

/* Runs a command line in the folder and demands that it succeeds. */
void git_sh(const char *format, ...) __attribute__((format(printf, 1, 2)));

/* What the command prints, without the last line end. Kept until the next. */
const char *git_answer(const char *command);

/* A commit of everything in the repository below the folder, dated noon of the
 * day of January 2021. */
void git_commit_all(const char *repo, int day, const char *note);

/* Opens the repository and demands that it can be read. */
struct vcs *git_open(const char *repo);

#endif
