/* What the scripts of all shells are made from. */

#include "cli/completion.h"

#include <string.h>

static const char kinds[] =
    "printf '%s\\n' practice literature theory decision experiment";

/* By the operands of commands.def. A command with new operands fails here at
 * the first completion script, which a test asks for. */
static const struct {
    const char *operands, *source;
} sources[] = {
    {"", ""},
    {"WORD...", ""},
    {"KIND", kinds},
    {"[KIND]", kinds},
    {"ID", "probatum list"},
    {"ID [V1..V2]", "probatum list"},
    {"[ID|PATH...]", "probatum list"},
    {"OLD NEW", "probatum list"},
    {"[RULE]", "probatum explain"},
    {"[EXP...]", "probatum list experiment"},
    {"EXP|PAGE|VALUE", "probatum list"},
    {"bash|zsh|fish", "printf '%s\\n' bash zsh fish"},
    {"install|remove", "printf '%s\\n' install remove"},
    {"bibtex FILE|anthology DIR", "printf '%s\\n' bibtex anthology"},
    {"bibtex|csl-json|ro-crate [ID...]",
     "printf '%s\\n' bibtex csl-json ro-crate; probatum list"},
};

const char *completion_source(const struct command_info *info)
{
    for (size_t i = 0; i < sizeof sources / sizeof sources[0]; i++) {
        if (!strcmp(info->operands, sources[i].operands)) {
            return sources[i].source;
        }
    }
    BUG("nothing completes the operands of a command");
}

void completion_names(struct out *out)
{
    for (size_t i = 0; i < command_count; i++) {
        out_printf(out, " %s", command_infos[i].name);
    }
    out_c(out, " help");
}

void completion_options(struct out *out, const struct command_info *info)
{
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (command_takes(info, option)) {
            out_printf(out, " --%s", option_infos[option].spelling);
        }
    }
}

void completion_choices(struct out *out, struct str choices)
{
    for (size_t i = 0; i < choices.len; i++) {
        out_char(out, choices.ptr[i] == '|' ? ' ' : choices.ptr[i]);
    }
}

void completion_quoted(struct out *out, const char *text, const char *marks)
{
    for (; *text; text++) {
        if (*text == '\'') {
            out_c(out, "'\\''");
            continue;
        }
        if (strchr(marks, *text)) {
            out_char(out, '\\');
        }
        out_char(out, *text);
    }
}
