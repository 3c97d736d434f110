/* Builds the site. Nothing is written before it is known to be needed, each
 * file is old or new and whole, and what an earlier build made and this one
 * does not is removed last, when everything else is in place. */

#include "render/data.h"
#include "render/fingerprint.h"
#include "render/stock.h"

struct build {
    struct site site;
    struct fingerprints prints;
    struct templates templates;
    struct arena page; /* rewound after each page */
    struct str out;
    struct store *store; /* NULL: nothing is known of earlier builds */
    struct map made;     /* paths of this build, relative to `out` */
    struct site_summary *summary;
    struct failure *failure;
};

/* A file of the site that is not a page. */
struct extra {
    struct str path; /* relative to the output folder */
    struct str text;
};

/* ---- What is known of earlier builds ---------------------------------- */

static struct str key_of(const struct build *build, struct str path)
{
    return arena_printf(build->site.arena, "%.*s/%.*s", STR_ARG(build->out),
                        STR_ARG(path));
}

static bool is_known(const struct build *build, struct str path,
                     struct str fingerprint)
{
    if (build->store == NULL) {
        return false;
    }
    const struct str key = key_of(build, path);
    struct str known = {0};
    bool is_found = false;
    struct failure ignored = {0};
    return store_get_page(build->store, key, build->site.arena, &known,
                          &is_found, &ignored) &&
           is_found && str_equal(known, fingerprint) &&
           fs_kind(arena_cstr(build->site.arena, key)) == FS_FILE;
}

/* An empty fingerprint says that the file is being written: should the build
 * end here, the next one writes it again and knows it for its own. */
static bool remember(struct build *build, struct str path,
                     struct str fingerprint)
{
    return build->store == NULL ||
           store_put_page(build->store, key_of(build, path), fingerprint,
                          build->failure);
}

static bool begin(struct build *build)
{
    return build->store == NULL || store_begin(build->store, build->failure);
}

static bool commit(struct build *build)
{
    return build->store == NULL || store_commit(build->store, build->failure);
}

/* ---- Files ------------------------------------------------------------ */

static struct str file_of(const struct build *build, const struct page *page,
                          const char *extension)
{
    return arena_printf(build->site.arena, "%.*s.%s", STR_ARG(page->place),
                        extension);
}

/* A link in the output folder may lead into the records. */
static bool leads_out(const struct build *build, struct str path)
{
    return fs_has_link(arena_cstr(build->site.arena, build->out), path);
}

static bool write_file(struct build *build, struct str path, struct str text,
                       bool *has_changed)
{
    if (!fs_is_inside(path)) {
        BUG("a page would be written outside the site");
    }
    if (leads_out(build, path)) {
        return fail(build->failure,
                    "%s is a link or lies behind one, and the site stays in "
                    "its folder; remove the link",
                    key_of(build, path).ptr);
    }
    return fs_write_changed(key_of(build, path).ptr, text, has_changed,
                            build->failure);
}

/* Marks that turn the direction of what follows them have no place in a page:
 * one in a title would turn the text around it too. */
static bool is_turning_mark(struct str text, size_t i)
{
    if (i + 2 >= text.len || (unsigned char)text.ptr[i] != 0xe2) {
        return false;
    }
    const unsigned char second = (unsigned char)text.ptr[i + 1];
    const unsigned char third = (unsigned char)text.ptr[i + 2];
    return (second == 0x80 && third >= 0xaa && third <= 0xae) ||
           (second == 0x81 && third >= 0xa6 && third <= 0xa9);
}

static struct str without_turning_marks(struct arena *arena, struct str text)
{
    size_t first = 0;
    while (first < text.len && !is_turning_mark(text, first)) {
        first++;
    }
    if (first == text.len) {
        return text;
    }
    struct out out = {0};
    for (size_t i = 0; i < text.len;) {
        const bool is_mark = is_turning_mark(text, i);
        if (is_mark) {
            out_c(&out, "\xef\xbf\xbd");
        } else {
            out_char(&out, text.ptr[i]);
        }
        i += is_mark ? 3 : 1;
    }
    return out_take(&out, arena);
}

/* ---- Pages ------------------------------------------------------------ */

static bool render_as(struct build *build, const struct page *page,
                      const struct view *view, const char *extension,
                      template_escape escape, bool *has_changed)
{
    struct out out = {0};
    const struct str name =
        arena_printf(&build->page, "%s.%s", page->template, extension);
    bool is_done = template_render(&build->templates, name, view, escape, &out,
                                   build->failure);
    if (is_done && out.is_full) {
        is_done = fail(build->failure, "the page %.*s is too large",
                       STR_ARG(page->place));
    }
    if (is_done) {
        is_done = write_file(
            build, file_of(build, page, extension),
            without_turning_marks(&build->page, out_text(&out)), has_changed);
    }
    out_free(&out);
    return is_done;
}

static struct page_context context_of(struct build *build, struct str place)
{
    const bool is_in_folder = str_find_char(place, '/') != STR_NONE;
    return (struct page_context){
        .site = &build->site,
        .arena = &build->page,
        .root = is_in_folder ? S("../") : S(""),
    };
}

static bool make_page(struct build *build, const struct page *page)
{
    const struct arena_mark mark = arena_mark(&build->page);
    const struct page_context context = context_of(build, page->place);
    struct view *view = view_map(&build->page);
    page->fill(&context, view, page);
    bool has_html_changed = false;
    bool has_markdown_changed = false;
    const bool is_done =
        render_as(build, page, view, "html", out_html, &has_html_changed) &&
        render_as(build, page, view, "md", out_markdown, &has_markdown_changed);
    build->summary->made++;
    build->summary->written += has_html_changed || has_markdown_changed;
    arena_rewind(&build->page, mark);
    return is_done;
}

static bool is_fresh(const struct build *build, const struct page *page)
{
    const struct str print = str_from_c(page->fingerprint.text);
    return is_known(build, file_of(build, page, "html"), print) &&
           is_known(build, file_of(build, page, "md"), print);
}

static bool remember_page(struct build *build, const struct page *page,
                          struct str fingerprint)
{
    return remember(build, file_of(build, page, "html"), fingerprint) &&
           remember(build, file_of(build, page, "md"), fingerprint);
}

static void mark_made(struct build *build, struct str path)
{
    *map_slot(build->site.arena, &build->made, path) = build;
}

/* The pages to make, as indexes. */
struct todo {
    size_t *at;
    size_t len, cap;
};

static bool make_pages(struct build *build, const struct pages *pages)
{
    struct todo todo = {0};
    if (!begin(build)) {
        return false;
    }
    for (size_t i = 0; i < pages->len; i++) {
        struct page *page = &pages->at[i];
        page->fingerprint = page_fingerprint(&build->prints, page);
        mark_made(build, file_of(build, page, "html"));
        mark_made(build, file_of(build, page, "md"));
        build->summary->broken +=
            page->record != NULL && page->record->is_broken;
        if (is_fresh(build, page)) {
            continue;
        }
        *LIST_PUSH(build->site.arena, &todo) = i;
        if (!remember_page(build, page, S(""))) {
            return false;
        }
    }
    if (!commit(build)) {
        return false;
    }
    for (size_t i = 0; i < todo.len; i++) {
        if (!make_page(build, &pages->at[todo.at[i]])) {
            return false;
        }
    }
    if (!begin(build)) {
        return false;
    }
    for (size_t i = 0; i < todo.len; i++) {
        const struct page *page = &pages->at[todo.at[i]];
        if (!remember_page(build, page, str_from_c(page->fingerprint.text))) {
            return false;
        }
    }
    return commit(build);
}

/* ---- Assets and data -------------------------------------------------- */

static bool make_extra(struct build *build, const struct extra *extra,
                       struct sha256_hex print)
{
    const struct str fingerprint = str_from_c(print.text);
    bool has_changed = false;
    if (!remember(build, extra->path, S("")) ||
        !write_file(build, extra->path, extra->text, &has_changed) ||
        !remember(build, extra->path, fingerprint)) {
        return false;
    }
    build->summary->files_written += has_changed;
    return true;
}

static bool make_assets(struct build *build)
{
    const struct assets assets = stock_assets(build->site.arena);
    for (size_t i = 0; i < assets.len; i++) {
        const struct extra extra = {
            arena_printf(build->site.arena, "assets/%.*s",
                         STR_ARG(assets.at[i].name)),
            assets.at[i].text,
        };
        mark_made(build, extra.path);
        const struct sha256_hex print = sha256_of(extra.text);
        if (!is_known(build, extra.path, str_from_c(print.text)) &&
            !make_extra(build, &extra, print)) {
            return false;
        }
    }
    return true;
}

static bool make_data(struct build *build, struct str path,
                      void (*write)(struct out *out,
                                    const struct page_context *context))
{
    const struct sha256_hex print = build->prints.everything;
    mark_made(build, path);
    if (is_known(build, path, str_from_c(print.text))) {
        return true;
    }
    const struct arena_mark mark = arena_mark(&build->page);
    const struct page_context context = {&build->site, &build->page, S("")};
    struct out out = {0};
    write(&out, &context);
    const struct extra extra = {path, out_text(&out)};
    const bool is_done =
        out.is_full ? fail(build->failure, "%.*s is too large", STR_ARG(path))
                    : make_extra(build, &extra, print);
    out_free(&out);
    arena_rewind(&build->page, mark);
    return is_done;
}

/* ---- What is no longer made ------------------------------------------- */

static bool remove_page(struct build *build, struct str key, struct str path)
{
    const char *file = arena_cstr(build->site.arena, key);
    if (fs_is_inside(path) && fs_kind(file) == FS_FILE &&
        !leads_out(build, path)) {
        if (!fs_remove(file, build->failure)) {
            return false;
        }
        build->summary->removed += str_ends(path, S(".html"));
    }
    return store_drop_page(build->store, key, build->failure);
}

static bool remove_stale(struct build *build)
{
    struct strs keys = {0};
    if (build->store == NULL) {
        return true;
    }
    if (!store_list_pages(build->store, build->site.arena, &keys,
                          build->failure) ||
        !begin(build)) {
        return false;
    }
    const struct str prefix =
        arena_printf(build->site.arena, "%.*s/", STR_ARG(build->out));
    for (size_t i = 0; i < keys.len; i++) {
        const struct str path = str_from(keys.at[i], prefix.len);
        if (str_starts(keys.at[i], prefix) &&
            map_get(&build->made, path) == NULL &&
            !remove_page(build, keys.at[i], path)) {
            return false;
        }
    }
    return commit(build);
}

/* ---- All of it -------------------------------------------------------- */

static bool build_all(struct build *build)
{
    const struct pages pages = pages_of(&build->site);
    build->summary->pages = pages.len;
    return make_pages(build, &pages) && make_assets(build) &&
           make_data(build, S("data/records.json"), data_records) &&
           make_data(build, S("data/evidence.json"), data_evidence) &&
           remove_stale(build);
}

bool site_build(struct arena *arena, const struct site_input *input,
                const struct site_options *options, struct store *store,
                struct site_summary *summary, struct failure *failure)
{
    *summary = (struct site_summary){0};
    struct stock stock = {0};
    if (!stock_load(arena, options->templates, &stock, failure)) {
        return false;
    }
    struct build build = {
        .site = {.arena = arena, .input = *input},
        .out = options->out,
        .store = store,
        .summary = summary,
        .failure = failure,
    };
    site_place_records(&build.site);
    build.prints = fingerprints_of(&build.site, stock_hash(&stock));
    build.templates = templates_new(arena, stock_source(&stock));
    const bool is_done = build_all(&build);
    arena_free(&build.page);
    return is_done;
}
