/* The floor under check and build: reads every record below a folder, parses
 * its front matter with libyaml and its body with cmark, and does nothing else.
 * With a second folder it writes what cmark makes of each body there, as pages.
 *
 *     bare [-jN] FOLDER [OUT]
 *
 * Standard output has what it did, so that two readers can be seen to have read
 * the same. */

#include <cmark.h>
#include <fcntl.h>
#include <ftw.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>
#include <yaml.h>

struct totals {
    size_t files, bytes, events;
};

static struct {
    char **at;
    size_t len, cap;
} paths;

static void die(const char *what, const char *path)
{
    (void)fprintf(stderr, "bare: cannot %s %s\n", what, path);
    exit(3);
}

static int visit(const char *path, const struct stat *stat, int type,
                 struct FTW *ftw)
{
    (void)stat;
    const char *name = path + ftw->base;
    const char *dot = strrchr(name, '.');
    if (type == FTW_D && ftw->level > 0 &&
        (name[0] == '.' || strcmp(name, "build") == 0)) {
        return FTW_SKIP_SUBTREE;
    }
    if (type == FTW_F && dot && ftw->level > 1 &&
        (strcmp(dot, ".md") == 0 || strcmp(dot, ".yaml") == 0)) {
        if (paths.len == paths.cap) {
            paths.cap = paths.cap ? 2 * paths.cap : 1024;
            paths.at = realloc(paths.at, paths.cap * sizeof *paths.at);
        }
        paths.at[paths.len++] = strdup(path);
    }
    return FTW_CONTINUE;
}

static char *read_file(const char *path, size_t *size)
{
    struct stat stat;
    const int file = open(path, O_RDONLY | O_CLOEXEC);
    if (file < 0 || fstat(file, &stat) != 0) {
        die("open", path);
    }
    char *text = malloc((size_t)stat.st_size + 1);
    const ssize_t got = read(file, text, (size_t)stat.st_size);
    if (got != stat.st_size) {
        die("read", path);
    }
    (void)close(file);
    text[got] = '\0';
    *size = (size_t)got;
    return text;
}

static size_t parse_yaml(const char *text, size_t size, const char *path)
{
    yaml_parser_t parser;
    yaml_event_t event;
    size_t events = 0;
    bool is_end = false;
    (void)yaml_parser_initialize(&parser);
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, size);
    while (!is_end) {
        if (!yaml_parser_parse(&parser, &event)) {
            die("parse", path);
        }
        is_end = event.type == YAML_STREAM_END_EVENT;
        yaml_event_delete(&event);
        events++;
    }
    yaml_parser_delete(&parser);
    return events;
}

static void write_page(const char *folder, const char *path, cmark_node *root)
{
    char to[4096];
    const char *name = strrchr(path, '/') + 1;
    char *html = cmark_render_html(root, CMARK_OPT_DEFAULT);
    const size_t size = strlen(html);
    (void)snprintf(to, sizeof to, "%s/%s.html", folder, name);
    const int file = open(to, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0644);
    if (file < 0 || write(file, html, size) != (ssize_t)size) {
        die("write", to);
    }
    (void)close(file);
    free(html);
}

static void do_file(const char *path, const char *folder, struct totals *totals)
{
    size_t size = 0;
    char *text = read_file(path, &size);
    char *front = text;
    char *body = text + size;
    size_t front_size = size;
    if (strncmp(text, "---\n", 4) == 0) {
        char *end = strstr(text + 4, "\n---\n");
        front = text + 4;
        body = end ? end + 5 : text + size;
        front_size = (size_t)((end ? end + 1 : body) - front);
    }
    totals->files++;
    totals->bytes += size;
    totals->events += parse_yaml(front, front_size, path);
    cmark_node *root = cmark_parse_document(body, (size_t)(text + size - body),
                                            CMARK_OPT_DEFAULT);
    if (folder) {
        write_page(folder, path, root);
    }
    cmark_node_free(root);
    free(text);
}

static void do_share(size_t first, size_t step, const char *folder)
{
    struct totals totals = {0};
    for (size_t i = first; i < paths.len; i += step) {
        do_file(paths.at[i], folder, &totals);
    }
    (void)printf("%zu files, %zu bytes, %zu events\n", totals.files,
                 totals.bytes, totals.events);
    (void)fflush(stdout);
}

int main(int argc, char **argv)
{
    size_t jobs = 1;
    int at = 1;
    if (argc > 1 && strncmp(argv[1], "-j", 2) == 0) {
        jobs = strtoul(argv[1] + 2, NULL, 10);
        at++;
    }
    if (argc - at < 1 || argc - at > 2 || jobs < 1 || jobs > 64) {
        (void)fprintf(stderr, "usage: bare [-jN] FOLDER [OUT]\n");
        return 2;
    }
    if (nftw(argv[at], visit, 16, FTW_PHYS | FTW_ACTIONRETVAL) != 0) {
        die("list", argv[at]);
    }
    const char *folder = argc - at == 2 ? argv[at + 1] : NULL;
    for (size_t i = 1; i < jobs; i++) {
        if (fork() == 0) {
            do_share(i, jobs, folder);
            return 0;
        }
    }
    do_share(0, jobs, folder);
    while (wait(NULL) > 0) {
    }
    return 0;
}
