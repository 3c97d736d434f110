#ifndef CLI_WORKSPACE_H
#define CLI_WORKSPACE_H

/* What nearly every command needs first: the project found by walking up to
 * probatum.yaml, its records, plans and evidence, and git where there is
 * one. */

#include "check/check.h"
#include "cli/command.h"
#include "render/site.h"

struct workspace {
    struct project *project;
    struct library *library;
    struct plans plans;
    struct evidences evidences;
    struct vcs *vcs;    /* NULL: no repository, or one that cannot be read */
    struct diags diags; /* what reading reported */
    size_t
        config_diags; /* how many of them, the first, are about probatum.yaml */
    struct str prefix;  /* from the current folder to the root, for paths */
    struct str build;   /* root/build, terminated */
    struct str cache;   /* root/build/cache.db, terminated */
    bool is_incomplete; /* a file or folder could not be read */
};

/* Finds the project and its repository, and reads no record yet. False after
 * saying why on standard error; the status is then in *status. */
bool workspace_find(struct command *command, struct workspace *workspace,
                    enum exit_status *status);

/* The same, and reads everything. */
bool workspace_open(struct command *command, struct workspace *workspace,
                    enum exit_status *status);
void workspace_close(struct workspace *workspace);

/* Reads records, plans and evidence of a project that was found, from a list of
 * its files, which sets is_incomplete before it and may set it further. */
void workspace_read(struct command *command, struct workspace *workspace,
                    const struct library_files *files);

/* The same, also again, as if some files held other texts
 * (library_load_with). */
void workspace_reread(struct command *command, struct workspace *workspace,
                      const struct map *texts);

/* A path as rules and records know it, from the root, of one given from the
 * current folder. What cannot be found from here is taken as written from the
 * root, so that a path copied from a report of `-C DIR` works. False when it
 * lies outside. */
bool workspace_path(struct command *command, const struct workspace *workspace,
                    struct str given, struct str *path);

/* The record, or NULL after "no record has the id ...; did you mean ...?" on
 * standard error; the status is then in *status. While files are unread the
 * record may well be in one of them, and the job could not be done. */
struct record *workspace_record(struct command *command,
                                struct workspace *workspace, struct str id,
                                enum exit_status *status);

/* A kind is called by its role ("practice"), its prefix ("SOTA") or its folder
 * in the site ("practices"). Several kinds may share a role. */
bool workspace_is_called(const struct kind *kind, struct str word);
/* The first kind called so, or NULL after saying that there is none. */
const struct kind *workspace_kind(struct command *command,
                                  const struct workspace *workspace,
                                  struct str word);

/* For commands that show records: STATUS_CLEAN, or STATUS_FAILED after saying
 * that what is shown is not everything. */
enum exit_status workspace_completeness(struct command *command,
                                        const struct workspace *workspace);

struct site_input workspace_site_input(struct workspace *workspace);
struct check_input workspace_check_input(struct command *command,
                                         struct workspace *workspace);

#endif
