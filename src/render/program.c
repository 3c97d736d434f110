/* The linker writes a hash of the whole program into it (the build id), which
 * is found in microseconds; reading the executable again takes as long as
 * building a small site, and is left for programs without one. */

#include "render/program.h"

#include <link.h>
#include <string.h>

#include "base/fs.h"

enum { PROGRAM_CEILING = 256 << 20 };

/* Notes are a header and then the name and the contents, each filled up to a
 * multiple of four bytes. */
static size_t padded(size_t size)
{
    return (size + 3) / 4 * 4;
}

static bool find_build_id(struct str notes, struct str *id)
{
    ElfW(Nhdr) header = {0};
    while (notes.len > sizeof header) {
        memcpy(&header, notes.ptr, sizeof header);
        const size_t name = sizeof header;
        const size_t content = name + padded(header.n_namesz);
        const size_t end = content + padded(header.n_descsz);
        if (end > notes.len) {
            return false;
        }
        if (header.n_type == NT_GNU_BUILD_ID &&
            str_starts(str_from(notes, name), S("GNU"))) {
            *id = str_slice(notes, content, content + header.n_descsz);
            return id->len > 0;
        }
        notes = str_from(notes, end);
    }
    return false;
}

/* The first object is the program; the libraries come after it. */
static int look_at(struct dl_phdr_info *info, size_t size, void *context)
{
    (void)size;
    struct str *id = context;
    for (size_t i = 0; i < info->dlpi_phnum; i++) {
        const ElfW(Phdr) *segment = &info->dlpi_phdr[i];
        union {
            ElfW(Addr) address;
            const char *bytes;
        } place = {.address = info->dlpi_addr + segment->p_vaddr};
        const struct str notes = {place.bytes, segment->p_memsz};
        if (segment->p_type == PT_NOTE && find_build_id(notes, id)) {
            break;
        }
    }
    return 1;
}

static struct str read_program(struct arena *arena)
{
    struct str bytes = {0};
    struct failure failure = {0};
    /* Unread, the version alone has to do. */
    fs_read(arena, "/proc/self/exe", PROGRAM_CEILING, &bytes, &failure);
    return bytes;
}

struct sha256_hex program_hash(void)
{
    struct arena arena = {0};
    struct str id = {0};
    dl_iterate_phdr(look_at, &id);
    struct sha256 hash;
    sha256_start(&hash);
    sha256_add(&hash, S(PROBATUM_VERSION));
    sha256_add(&hash, id.len > 0 ? id : read_program(&arena));
    arena_free(&arena);
    return sha256_end(&hash);
}
