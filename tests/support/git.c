#include "support/git.h"

static struct test_folder place;

int git_folder_new(void **state)
{
    (void)state;
    place = test_folder_new();
    return 0;
}

int git_folder_remove(void **state)
{
    (void)state;
    test_folder_remove(&place);
    return 0;
}

const char *git_folder(void)
{
    return place.path;
}

void git_sh(const char *format, ...)
{
    char command[2048] = {0};
    va_list args;
    va_start(args, format);
    int len = vsnprintf(command, sizeof command, format, args);
    va_end(args);
    assert_in_range(len, 1, sizeof command - 1);

    char line[4096] = {0};
    snprintf(line, sizeof line, "cd %s && { %s; } >log 2>&1", place.path,
             command);
    if (system(line) != 0) {
        snprintf(line, sizeof line, "cat %s/log >&2", place.path);
        fail_msg("failed: %s (%d)", command, system(line));
    }
}

const char *git_answer(const char *command)
{
    static char text[256];
    char line[1024] = {0};
    snprintf(line, sizeof line, "cd %s && %s", place.path, command);
    FILE *pipe = popen(line, "r");
    assert_non_null(pipe);
    size_t len = fread(text, 1, sizeof text - 1, pipe);
    assert_int_equal(pclose(pipe), 0);
    text[len] = '\0';
    text[strcspn(text, "\n")] = '\0';
    return text;
}

void git_commit_all(const char *repo, int day, const char *note)
{
    git_sh("cd %s && git add -A && "
           "GIT_AUTHOR_DATE='2021-01-%02dT12:00:00+00:00' "
           "GIT_COMMITTER_DATE='2021-01-%02dT12:00:00+00:00' "
           "git commit -qm '%s'",
           repo, day, day, note);
}

struct vcs *git_open(const char *repo)
{
    char path[256] = {0};
    struct vcs *vcs = NULL;
    struct failure failure = {0};
    snprintf(path, sizeof path, "%s/%s", place.path, repo);
    if (!vcs_open(path, &vcs, &failure)) {
        fail_msg("%s", failure.why);
    }
    return vcs;
}

void git_isolate(void)
{
    const char *const unset[] = {"GIT_DIR",
                                 "GIT_WORK_TREE",
                                 "GIT_INDEX_FILE",
                                 "GIT_CEILING_DIRECTORIES",
                                 "GIT_OBJECT_DIRECTORY",
                                 "GIT_PREFIX"};
    for (size_t i = 0; i < sizeof unset / sizeof *unset; i++) {
        unsetenv(unset[i]);
    }
    setenv("HOME", "/nonexistent", 1);
    setenv("XDG_CONFIG_HOME", "/nonexistent", 1);
    setenv("GIT_CONFIG_GLOBAL", "/dev/null", 1);
    setenv("GIT_CONFIG_NOSYSTEM", "1", 1);
    setenv("GIT_AUTHOR_NAME", "Tester", 1);
    setenv("GIT_AUTHOR_EMAIL", "tester@example.org", 1);
    setenv("GIT_COMMITTER_NAME", "Tester", 1);
    setenv("GIT_COMMITTER_EMAIL", "tester@example.org", 1);
}
