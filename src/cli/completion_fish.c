/* For fish: one `complete` for each thing that may follow. */

#include "cli/completion.h"

static void begin(struct out *out, const struct command_info *info)
{
    if (info) {
        out_printf(out,
                   "complete -c probatum -n '__fish_seen_subcommand_from %s'",
                   info->name);
    } else {
        out_c(out, "complete -c probatum -n __fish_use_subcommand");
    }
}

static void describe(struct out *out, const char *text)
{
    out_c(out, " -d '");
    completion_quoted(out, text, "\\");
    out_c(out, "'\n");
}

static void options(struct out *out, const struct command_info *info)
{
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        const struct option_info *about = &option_infos[option];
        if (!command_takes(info, option)) {
            continue;
        }
        begin(out, info);
        out_printf(out, " -l %s", about->spelling);
        if (about->letter) {
            out_printf(out, " -s %c", about->letter);
        }
        if (about->value) {
            out_c(out, " -r");
        }
        const struct str choices = command_choices(info, option);
        if (choices.len) {
            out_c(out, " -f -a '");
            completion_choices(out, choices);
            out_char(out, '\'');
        }
        describe(out, about->help);
    }
}

/* A source quotes with ', which fish takes back to back: '...'\''...'. */
static void operands(struct out *out, const struct command_info *info)
{
    const char *source = completion_source(info);
    if (source[0]) {
        begin(out, info);
        out_c(out, " -f -a '(");
        completion_quoted(out, source, "");
        out_c(out, " 2>/dev/null | string replace -r \" .*\" \"\")'\n");
    }
}

void completion_fish(struct out *out)
{
    options(out, NULL);
    for (size_t i = 0; i < command_count; i++) {
        begin(out, NULL);
        out_printf(out, " -f -a %s", command_infos[i].name);
        describe(out, command_infos[i].summary);
        options(out, &command_infos[i]);
        operands(out, &command_infos[i]);
    }
}
