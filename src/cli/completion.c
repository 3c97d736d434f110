/* Completion scripts, generated so that they cannot fall behind the lists. */

#include "cli/command.h"

static void command_names(struct out *out)
{
    for (size_t i = 0; i < command_count; i++) {
        out_printf(out, "%s%s", i ? " " : "", command_infos[i].name);
    }
}

static void option_words(struct out *out, const struct command_info *info)
{
    const char *separator = "";
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (command_takes(info, option)) {
            out_printf(out, "%s--%s", separator, option_infos[option].spelling);
            separator = " ";
        }
    }
}

/* "a|b" as "a b". */
static void choice_words(struct out *out, const char *choices)
{
    for (; *choices; choices++) {
        out_char(out, *choices == '|' ? ' ' : *choices);
    }
}

/* The record ids that `probatum list` knows. */
static const char id_words[] =
    "$(probatum list --format text 2>/dev/null | cut -d' ' -f1)";

static void bash_choices(struct out *out)
{
    out_c(out, "  case \"$previous\" in\n");
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        const struct option_info *info = &option_infos[option];
        if (info->choices) {
            out_printf(out, "  --%s) COMPREPLY=($(compgen -W \"",
                       info->spelling);
            choice_words(out, info->choices);
            out_c(out, "\" -- \"$word\")); return ;;\n");
        }
    }
    out_c(out, "  esac\n");
}

static void bash_script(struct out *out)
{
    out_c(out, "_probatum() {\n"
               "  local word=${COMP_WORDS[COMP_CWORD]}\n"
               "  local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
               "  local words\n");
    bash_choices(out);
    out_c(out, "  if [ \"$COMP_CWORD\" -eq 1 ]; then\n    words=\"");
    command_names(out);
    out_c(out, "\"\n  else\n    case \"${COMP_WORDS[1]}\" in\n");
    for (size_t i = 0; i < command_count; i++) {
        out_printf(out, "    %s) words=\"", command_infos[i].name);
        option_words(out, &command_infos[i]);
        out_c(out, "\" ;;\n");
    }
    out_c(out, "    esac\n    case \"$word\" in\n    -*) ;;\n"
               "    *) words=\"$words ");
    out_c(out, id_words);
    out_c(out, "\" ;;\n    esac\n  fi\n"
               "  COMPREPLY=($(compgen -W \"$words\" -- \"$word\"))\n"
               "}\ncomplete -o default -F _probatum probatum\n");
}

/* Text inside single quotes. */
static void quoted(struct out *out, const char *text)
{
    for (; *text; text++) {
        *text == '\'' ? out_c(out, "'\\''") : out_char(out, *text);
    }
}

static void zsh_options(struct out *out, const struct command_info *info)
{
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        const struct option_info *about = &option_infos[option];
        if (!command_takes(info, option)) {
            continue;
        }
        out_printf(out, " \\\n      '--%s%s[", about->spelling,
                   about->value ? "=" : "");
        quoted(out, about->help);
        out_char(out, ']');
        if (about->value) {
            out_printf(out, ":%s:", about->value);
            if (about->choices) {
                out_char(out, '(');
                choice_words(out, about->choices);
                out_char(out, ')');
            }
        }
        out_char(out, '\'');
    }
}

static void zsh_script(struct out *out)
{
    out_c(out, "#compdef probatum\n_probatum() {\n"
               "  if (( CURRENT == 2 )); then\n    local -a commands=(");
    for (size_t i = 0; i < command_count; i++) {
        out_printf(out, "\n      '%s:", command_infos[i].name);
        quoted(out, command_infos[i].summary);
        out_char(out, '\'');
    }
    out_c(out, ")\n    _describe command commands\n    return\n  fi\n"
               "  case $words[2] in\n");
    for (size_t i = 0; i < command_count; i++) {
        out_printf(out, "  %s) _arguments", command_infos[i].name);
        zsh_options(out, &command_infos[i]);
        out_c(out, " \\\n      '*:id:(");
        out_c(out, id_words);
        out_c(out, ")' ;;\n");
    }
    out_c(out, "  esac\n}\ncompdef _probatum probatum\n");
}

static void fish_option(struct out *out, const struct command_info *info,
                        const struct option_info *about)
{
    out_printf(out,
               "complete -c probatum -n '__fish_seen_subcommand_from %s' "
               "-l %s",
               info->name, about->spelling);
    if (about->letter) {
        out_printf(out, " -s %c", about->letter);
    }
    if (about->value) {
        out_c(out, " -r");
    }
    if (about->choices) {
        out_c(out, " -a '");
        choice_words(out, about->choices);
        out_char(out, '\'');
    }
    out_c(out, " -d '");
    quoted(out, about->help);
    out_c(out, "'\n");
}

static void fish_script(struct out *out)
{
    for (size_t i = 0; i < command_count; i++) {
        const struct command_info *info = &command_infos[i];
        out_printf(out,
                   "complete -c probatum -n __fish_use_subcommand -a %s -d '",
                   info->name);
        quoted(out, info->summary);
        out_c(out, "'\n");
        for (enum option option = 0; option < OPTION_COUNT; option++) {
            if (command_takes(info, option)) {
                fish_option(out, info, &option_infos[option]);
            }
        }
    }
}

static const struct {
    const char *name;
    void (*write)(struct out *out);
} shells[] = {
    {"bash", bash_script},
    {"zsh", zsh_script},
    {"fish", fish_script},
};

bool completion_write(struct out *out, struct str shell)
{
    for (size_t i = 0; i < sizeof shells / sizeof shells[0]; i++) {
        if (str_is(shell, shells[i].name)) {
            shells[i].write(out);
            return true;
        }
    }
    return false;
}
