/* The only file that sees libbtparse. */

#include "exchange/bibtex_fields.h"

#include "base/bug.h"
#include "base/out.h"

#include <btparse.h>
#include <fcntl.h>
#include <stdio.h>
#include <sys/mman.h>
#include <unistd.h>

/* It loses a byte at every macro that it is not to expand, and there is no way
 * to have it back. The leak sanitizer is told so, by the name it asks for. */
#if defined(__has_feature)
#if __has_feature(address_sanitizer)
#define HAS_LEAK_SANITIZER 1
#endif
#elif defined(__SANITIZE_ADDRESS__)
#define HAS_LEAK_SANITIZER 1
#endif
#ifdef HAS_LEAK_SANITIZER
const char *__lsan_default_suppressions(void);
const char *__lsan_default_suppressions(void)
{
    return "leak:bt_postprocess_value\n";
}
const char *__lsan_default_options(void);
const char *__lsan_default_options(void)
{
    return "print_suppressions=0";
}
#endif

/* -- What it says ---------------------------------------------------------- */

enum { SAID_CEILING = 1024 };

/* What it says goes to a file in memory, or nowhere when there is none to be
 * had. */
struct bib_library bib_library_open(void)
{
    struct bib_library library = {
        .kept = fcntl(STDERR_FILENO, F_DUPFD_CLOEXEC, STDERR_FILENO + 1),
        .caught = memfd_create("btparse", MFD_CLOEXEC),
    };
    if (library.caught < 0) {
        library.caught = open("/dev/null", O_RDWR | O_CLOEXEC);
    }
    bt_initialize();
    bt_set_stringopts(BTE_REGULAR, BTO_MINIMAL);
    /* Closing a library that parsed nothing ends the program. */
    char nothing[] = "@x{k,}";
    boolean is_read = FALSE;
    bt_free_ast(bt_parse_entry_s(nothing, NULL, 1, BTO_NOSTORE, &is_read));
    return library;
}

void bib_library_close(const struct bib_library *library)
{
    bt_parse_entry_s(NULL, NULL, 1, 0, NULL);
    bt_cleanup();
    if (library->kept >= 0) {
        close(library->kept);
    }
    if (library->caught >= 0) {
        close(library->caught);
    }
}

static void catch_errors(const struct bib_library *library)
{
    fflush(stderr);
    if (library->kept >= 0 && library->caught >= 0) {
        dup2(library->caught, STDERR_FILENO);
    }
}

static void let_errors_go(const struct bib_library *library)
{
    fflush(stderr);
    if (library->kept >= 0 && library->caught >= 0) {
        dup2(library->kept, STDERR_FILENO);
    }
}

/* What was said since the last time. */
static struct str take_said(const struct bib_library *library,
                            struct arena *arena)
{
    char text[SAID_CEILING];
    const ssize_t len = pread(library->caught, text, sizeof text, 0);
    if (len <= 0 || ftruncate(library->caught, 0) != 0 ||
        lseek(library->caught, 0, SEEK_SET) != 0) {
        return (struct str){0};
    }
    return arena_copy(arena, (struct str){text, (size_t)len});
}

/* Of "line 7, syntax error: at "x", expected y" the line and what follows the
 * colon; of several lines the first that tells of an error. */
static struct bib_complaint read_complaint(struct str said, int line)
{
    struct bib_complaint complaint = {S("it is not BibTeX"), line};
    struct str one;
    while (str_next_line(&said, &one)) {
        const size_t error = str_find(one, S("error: "));
        struct str number, rest;
        int64_t value = 0;
        if (error == STR_NONE) {
            continue;
        }
        complaint.text = str_from(one, error + 7);
        if (str_starts(one, S("line ")) &&
            str_cut(str_from(one, 5), ',', &number, &rest) &&
            str_to_int64(number, &value)) {
            complaint.line = (int)value;
        }
        break;
    }
    return complaint;
}

/* -- What it makes --------------------------------------------------------- */

static enum bib_value_kind kind_of(bt_nodetype type)
{
    switch (type) {
    case BTAST_STRING:
        return BIB_STRING;
    case BTAST_NUMBER:
        return BIB_NUMBER;
    case BTAST_MACRO:
        return BIB_MACRO;
    case BTAST_BOGUS:
    case BTAST_ENTRY:
    case BTAST_KEY:
    case BTAST_FIELD:
        break;
    }
    BUG("libbtparse gave a value of type %d", (int)type);
}

static void copy_values(struct arena *arena, AST *field,
                        struct bib_assignment *assignment)
{
    LIST(struct bib_value) values = {0};
    AST *value = NULL;
    bt_nodetype type = BTAST_BOGUS;
    char *text = NULL;
    while ((value = bt_next_value(field, value, &type, &text)) != NULL) {
        *LIST_PUSH(arena, &values) = (struct bib_value){
            kind_of(type), arena_copy(arena, str_from_c(text)), value->line};
    }
    assignment->values = values.at;
    assignment->value_count = values.len;
}

static void copy_fields(struct arena *arena, AST *entry,
                        struct bib_assignments *assignments)
{
    AST *field = NULL;
    char *name = NULL;
    while ((field = bt_next_field(entry, field, &name)) != NULL) {
        struct bib_assignment *assignment = LIST_PUSH(arena, assignments);
        *assignment = (struct bib_assignment){
            .name = arena_copy(arena, str_from_c(name)), .line = field->line};
        copy_values(arena, field, assignment);
    }
}

/* -- Calling it ------------------------------------------------------------ */

/* The type and the key are ours, so that whatever stands in the file as one is
 * no matter for the library. */
static char *as_entry(struct arena *arena, struct str fields)
{
    struct out out = {0};
    out_c(&out, "@x{k,");
    out_str(&out, fields);
    /* A comment in the last line must not hide the brace. */
    out_c(&out, "\n}");
    const struct str text = out_take(&out, arena);
    char *copy = arena_alloc(arena, text.len + 1, 1);
    for (size_t i = 0; i < text.len; i++) {
        copy[i] = text.ptr[i];
    }
    return copy;
}

bool bib_fields_read(const struct bib_library *library, struct arena *arena,
                     struct str fields, int line,
                     struct bib_assignments *assignments,
                     struct bib_complaint *complaint)
{
    char *text = as_entry(arena, fields);
    boolean is_read = FALSE;
    catch_errors(library);
    AST *entry = bt_parse_entry_s(text, NULL, line, BTO_NOSTORE, &is_read);
    const bool is_good = entry != NULL && is_read != FALSE &&
                         bt_entry_metatype(entry) == BTE_REGULAR;
    if (is_good) {
        copy_fields(arena, entry, assignments);
    }
    if (entry != NULL) {
        bt_free_ast(entry);
    }
    let_errors_go(library);
    const struct str said = take_said(library, arena);
    if (!is_good) {
        *complaint = read_complaint(said, line);
    }
    return is_good;
}
