/* A fixed head, then what is looked for in every file, numbers in a row, then
 * the texts. */

#include "render/facts.h"

#include <string.h>

#include "base/hash.h"

struct head {
    uint64_t text;
    uint32_t name_count, link_count;
    uint32_t pages_len, id_len;
    uint32_t is_broken, is_experiment;
};

uint64_t facts_name(struct str id)
{
    return hash_text(0, id);
}

uint64_t facts_text(struct str text)
{
    const uint64_t hash = hash_text(0, text);
    return hash != 0 ? hash : 1;
}

/* ---- Of a record ------------------------------------------------------ */

static struct link_fact *link_to(struct facts *facts, uint64_t target)
{
    for (size_t i = 0; i < facts->link_count; i++) {
        if (facts->links[i].target == target) {
            return &facts->links[i];
        }
    }
    struct link_fact *added = &facts->links[facts->link_count++];
    *added = (struct link_fact){.target = target};
    return added;
}

static struct str places_of(const struct site *site,
                            const struct record *record)
{
    struct pages pages = {0};
    struct out out = {0};
    pages_of_record(site, record, &pages);
    for (size_t i = 0; i < pages.len; i++) {
        out_str(&out, pages.at[i].place);
        out_char(&out, '\n');
    }
    return out_take(&out, site->arena);
}

struct facts facts_of(const struct site *site, const struct record *record,
                      const struct record_prints *prints)
{
    struct arena *arena = site->arena;
    struct facts facts = {
        .text = facts_text(record->source->text),
        .is_broken = record->is_broken,
        .is_experiment = record->kind->role == ROLE_EXPERIMENT,
        .pages = places_of(site, record),
        .id = record->kind->role == ROLE_JOURNAL ? S("") : record->id,
        .prints = *prints,
        .links = ARENA_ARRAY(arena, struct link_fact, record->links.len),
    };
    for (size_t i = 0; i < record->formerly.len; i++) {
        *LIST_PUSH(arena, &facts.former) = record->formerly.at[i].text;
    }
    for (size_t i = 0; i < record->links.len; i++) {
        const struct link *link = &record->links.at[i];
        struct link_fact *to = link_to(&facts, facts_name(link->id));
        to->how = hash_int(hash_text(to->how, link->field), link->origin);
    }
    return facts;
}

/* ---- Writing ---------------------------------------------------------- */

static void put_bytes(struct out *out, const void *bytes, size_t size)
{
    out_str(out, (struct str){bytes, size});
}

static void put_name(struct out *out, struct str id)
{
    const uint64_t name = facts_name(id);
    put_bytes(out, &name, sizeof name);
}

struct str facts_write(struct arena *arena, const struct facts *facts)
{
    const bool has_id = facts->id.len > 0;
    const struct head head = {
        .text = facts->text,
        .name_count = (uint32_t)(has_id ? facts->former.len + 1 : 0),
        .link_count = (uint32_t)facts->link_count,
        .pages_len = (uint32_t)facts->pages.len,
        .id_len = (uint32_t)facts->id.len,
        .is_broken = facts->is_broken,
        .is_experiment = facts->is_experiment,
    };
    struct out out = {0};
    put_bytes(&out, &head, sizeof head);
    if (has_id) {
        put_name(&out, facts->id);
        for (size_t i = 0; i < facts->former.len; i++) {
            put_name(&out, facts->former.at[i]);
        }
    }
    put_bytes(&out, facts->links, facts->link_count * sizeof *facts->links);
    out_str(&out, facts->pages);
    out_str(&out, facts->id);
    out_c(&out, facts->prints.card.text);
    out_c(&out, facts->prints.own.text);
    for (size_t i = 0; i < facts->former.len; i++) {
        out_str(&out, facts->former.at[i]);
        out_char(&out, '\n');
    }
    return out_take(&out, arena);
}

/* ---- Reading ---------------------------------------------------------- */

static struct head head_of(struct str bytes)
{
    struct head head = {0};
    if (bytes.len >= sizeof head) {
        memcpy(&head, bytes.ptr, sizeof head);
    }
    return head;
}

static size_t links_offset(const struct head *head)
{
    return sizeof *head + head->name_count * sizeof(uint64_t);
}

static size_t texts_offset(const struct head *head)
{
    return links_offset(head) + head->link_count * sizeof(struct link_fact);
}

static uint64_t number_at(struct str bytes, size_t offset)
{
    uint64_t number = 0;
    if (offset + sizeof number <= bytes.len) {
        memcpy(&number, bytes.ptr + offset, sizeof number);
    }
    return number;
}

uint64_t facts_text_in(struct str bytes)
{
    return head_of(bytes).text;
}

struct str facts_pages_in(struct str bytes)
{
    const struct head head = head_of(bytes);
    const size_t at = texts_offset(&head);
    return str_slice(bytes, at, at + head.pages_len);
}

size_t facts_name_count(struct str bytes)
{
    return head_of(bytes).name_count;
}

uint64_t facts_name_at(struct str bytes, size_t i)
{
    return number_at(bytes, sizeof(struct head) + i * sizeof(uint64_t));
}

size_t facts_link_count(struct str bytes)
{
    return head_of(bytes).link_count;
}

uint64_t facts_target_at(struct str bytes, size_t i)
{
    const struct head head = head_of(bytes);
    return number_at(bytes, links_offset(&head) + i * sizeof(struct link_fact));
}

/* Takes that many bytes off the rest. */
static struct str take(struct str *rest, size_t size)
{
    const struct str taken = str_slice(*rest, 0, size);
    *rest = str_from(*rest, size);
    return taken;
}

static bool take_hex(struct str *rest, struct sha256_hex *hex)
{
    const struct str text = take(rest, sizeof hex->text - 1);
    if (text.len == sizeof hex->text - 1) {
        memcpy(hex->text, text.ptr, text.len);
    }
    return text.len == sizeof hex->text - 1;
}

bool facts_read(struct arena *arena, struct str bytes, struct facts *facts)
{
    const struct head head = head_of(bytes);
    struct str rest = str_from(bytes, texts_offset(&head));
    struct str former = {0};
    *facts = (struct facts){
        .text = head.text,
        .is_broken = head.is_broken != 0,
        .is_experiment = head.is_experiment != 0,
        .pages = take(&rest, head.pages_len),
        .id = take(&rest, head.id_len),
        .link_count = head.link_count,
        .links = ARENA_ARRAY(arena, struct link_fact, head.link_count),
    };
    if (texts_offset(&head) > bytes.len || facts->pages.len < head.pages_len ||
        facts->id.len < head.id_len || !take_hex(&rest, &facts->prints.card) ||
        !take_hex(&rest, &facts->prints.own)) {
        return false;
    }
    if (head.link_count > 0) {
        memcpy(facts->links, bytes.ptr + links_offset(&head),
               head.link_count * sizeof *facts->links);
    }
    while (str_cut(rest, '\n', &former, &rest)) {
        *LIST_PUSH(arena, &facts->former) = former;
    }
    return true;
}
