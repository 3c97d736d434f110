/* --help, written from the two lists. */

#include "cli/command.h"
#include "cli/text.h"

enum { HELP_INDENT = 26 };

/* Two columns: what one types, then what it does. */
static void entry(struct out *out, struct str left, const char *right)
{
    out_c(out, "  ");
    if (left.len + 2 < HELP_INDENT) {
        text_pad(out, left, HELP_INDENT - 2);
    } else {
        out_str(out, left);
        out_char(out, '\n');
        out_repeat(out, ' ', HELP_INDENT);
    }
    text_wrap(out, str_from_c(right), HELP_INDENT, HELP_INDENT);
}

static void option_entry(struct out *out, const struct command_info *command,
                         enum option option)
{
    const struct option_info *info = &option_infos[option];
    const struct str choices = command_choices(command, option);
    struct out left = {0};
    if (info->letter) {
        out_printf(&left, "-%c, ", info->letter);
    }
    out_printf(&left, "--%s", info->spelling);
    if (info->value) {
        out_printf(&left, " %s", info->value);
    }
    entry(out, out_text(&left), info->help);
    out_free(&left);
    if (choices.len) {
        out_repeat(out, ' ', HELP_INDENT);
        out_printf(out, "one of %.*s\n", STR_ARG(choices));
    }
}

/* "command # what it does" becomes two lines that can be read and pasted. */
static void examples(struct out *out, const char *text)
{
    out_c(out, "\nExamples:\n");
    struct str rest = str_from_c(text);
    struct str line;
    while (str_next_line(&rest, &line)) {
        size_t mark = str_find(line, S(" # "));
        struct str typed = mark == STR_NONE ? line : str_slice(line, 0, mark);
        struct str does =
            mark == STR_NONE ? (struct str){0} : str_from(line, mark + 3);
        out_printf(out, "  %.*s\n", STR_ARG(typed));
        if (does.len) {
            out_printf(out, "      %.*s\n", STR_ARG(does));
        }
    }
}

void help_overview(struct out *out)
{
    out_c(out, "Keeps records of training practice, checks what they cite, "
               "reruns what they\nclaim and prints the two side by side.\n\n"
               "Usage: probatum [-C DIR] COMMAND [OPTION...] [OPERAND...]\n\n"
               "Commands:\n");
    for (size_t i = 0; i < command_count; i++) {
        const struct command_info *info = &command_infos[i];
        entry(out, str_from_c(info->name), info->summary);
    }
    out_c(out, "\nOptions:\n");
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (command_takes(NULL, option)) {
            option_entry(out, NULL, option);
        }
    }
    examples(out, "probatum check # what is wrong, and where\n"
                  "probatum verify # whether the evidence still comes out\n"
                  "probatum build # the site, into build/site");
    out_c(out, "\nExit status: 0 clean, 1 findings or evidence that differs, "
               "2 wrong usage,\n3 the job could not be done.\n"
               "\n`probatum COMMAND --help` tells of one command, and "
               "probatum(1) of all.\n");
}

void help_command(struct out *out, const struct command_info *info)
{
    out_printf(out, "probatum %s: %s\n\nUsage: probatum %s [OPTION...]%s%s\n",
               info->name, info->summary, info->name,
               info->operands[0] ? " " : "", info->operands);
    out_c(out, "\nOptions:\n");
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (command_takes(info, option)) {
            option_entry(out, info, option);
        }
    }
    examples(out, info->examples);
}
