/* For zsh: the same lists as specifications for _arguments. */

#include "cli/completion.h"

static const char head[] = "#compdef probatum\n\n"
                           "_probatum_operands() {\n"
                           "  local -a found\n"
                           "  case $words[1] in\n";

static const char body[] = "  esac 2>/dev/null\n"
                           "  compadd \"$@\" -a found\n"
                           "}\n\n"
                           "_probatum() {\n"
                           "  local context state state_descr line\n"
                           "  typeset -A opt_args\n"
                           "  local -a names=(";

static const char tail[] = "    esac ;;\n"
                           "  esac\n"
                           "}\n\n"
                           "if [[ $funcstack[1] == _probatum ]]; then\n"
                           "  _probatum \"$@\"\n"
                           "else\n"
                           "  compdef _probatum probatum\n"
                           "fi\n";

static void operands(struct out *out)
{
    for (size_t i = 0; i < command_count; i++) {
        const char *source = completion_source(&command_infos[i]);
        if (source[0]) {
            out_printf(out, "  %s) found=(${${(f)\"$(%s)\"}%%%% *}) ;;\n",
                       command_infos[i].name, source);
        }
    }
}

static void names(struct out *out)
{
    for (size_t i = 0; i < command_count; i++) {
        out_printf(out, "\n    '%s:", command_infos[i].name);
        completion_quoted(out, command_infos[i].summary, ":\\");
        out_char(out, '\'');
    }
    out_c(out, ")\n");
}

/* '--format=[help]:FORMAT:(text json)', and its letter where there is one. */
static void option_spec(struct out *out, const struct command_info *command,
                        enum option option)
{
    const struct option_info *info = &option_infos[option];
    const struct str choices = command_choices(command, option);
    out_c(out, " \\\n      ");
    if (info->letter) {
        out_printf(out, "{-%c%s,--%s%s}", info->letter, info->value ? "+" : "",
                   info->spelling, info->value ? "=" : "");
        out_c(out, "'[");
    } else {
        out_printf(out, "'--%s%s[", info->spelling, info->value ? "=" : "");
    }
    completion_quoted(out, info->help, "[]:\\");
    out_char(out, ']');
    if (info->value) {
        out_printf(out, ":%s:", info->value);
    }
    if (choices.len) {
        out_char(out, '(');
        completion_choices(out, choices);
        out_char(out, ')');
    } else if (info->value) {
        out_c(out, "_files");
    }
    out_char(out, '\'');
}

static void option_specs(struct out *out, const struct command_info *info)
{
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        if (command_takes(info, option)) {
            option_spec(out, info, option);
        }
    }
}

void completion_zsh(struct out *out)
{
    out_c(out, head);
    operands(out);
    out_c(out, body);
    names(out);
    out_c(out, "  _arguments -C");
    option_specs(out, NULL);
    out_c(out, " \\\n      '1:command:->name' '*::operand:->rest'\n"
               "  case $state in\n"
               "  name) _describe command names ;;\n"
               "  rest)\n    case $words[1] in\n");
    for (size_t i = 0; i < command_count; i++) {
        out_printf(out, "    %s) _arguments", command_infos[i].name);
        option_specs(out, &command_infos[i]);
        out_c(out, " \\\n      '*:operand:_probatum_operands' ;;\n");
    }
    out_c(out, tail);
}
