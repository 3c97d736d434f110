/* For bash. `compgen -W` would expand its words like a command line, so the
 * candidates are read and compared one by one. */

#include "cli/completion.h"

static const char offer[] =
    "# Keeps the first word of each line that begins as $1 does.\n"
    "_probatum_offer() {\n"
    "  local candidate rest\n"
    "  while read -r candidate rest; do\n"
    "    if [[ $candidate == \"$1\"* && $candidate != *[^A-Za-z0-9._/-]* ]]; "
    "then\n"
    "      COMPREPLY+=(\"$candidate\")\n"
    "    fi\n"
    "  done\n"
    "}\n\n";

/* The command's name is the first word that is no option and no value of -C;
 * "--format=json" arrives in three words. */
static const char complete[] =
    "_probatum() {\n"
    "  local word=${COMP_WORDS[COMP_CWORD]}\n"
    "  local previous=${COMP_WORDS[COMP_CWORD-1]}\n"
    "  local name= at\n"
    "  for (( at = 1; at < COMP_CWORD; at++ )); do\n"
    "    case ${COMP_WORDS[at]} in\n"
    "    -C|--directory) (( at++ )) ;;\n"
    "    -*|=) ;;\n"
    "    *) name=${COMP_WORDS[at]}; break ;;\n"
    "    esac\n"
    "  done\n"
    "  if [[ $word == = ]]; then\n"
    "    word=\n"
    "  elif [[ $previous == = ]]; then\n"
    "    previous=${COMP_WORDS[COMP_CWORD-2]}\n"
    "  fi\n"
    "  COMPREPLY=()\n"
    "  _probatum_offer \"$word\" \\\n"
    "    < <(_probatum_candidates \"$name\" \"$previous\" \"$word\" "
    "2>/dev/null)\n"
    "}\n"
    "complete -o bashdefault -o default -F _probatum probatum\n";

static void value(struct out *out, const struct command_info *command,
                  enum option option)
{
    const struct option_info *info = &option_infos[option];
    const struct str choices = command_choices(command, option);
    const char *name = command ? command->name : "*";
    out_c(out, "  ");
    if (info->letter) {
        out_printf(out, "%s:-%c|", name, info->letter);
    }
    out_printf(out, "%s:--%s) ", name, info->spelling);
    if (choices.len) {
        out_c(out, "printf '%s\\n' ");
        completion_choices(out, choices);
        out_c(out, "; ");
    }
    out_c(out, "return ;;\n");
}

/* After an option that wants a value: its choices, those of the command first,
 * else whatever the shell offers by itself. */
static void values(struct out *out)
{
    out_c(out, "  case $1:$2 in\n");
    for (enum option option = 0; option < OPTION_COUNT; option++) {
        const struct str usual = command_choices(NULL, option);
        if (!option_infos[option].value) {
            continue;
        }
        for (size_t i = 0; i < command_count; i++) {
            if (!str_equal(command_choices(&command_infos[i], option), usual)) {
                value(out, &command_infos[i], option);
            }
        }
        value(out, NULL, option);
    }
    out_c(out, "  esac\n");
}

static void words(struct out *out)
{
    out_c(out, "  case $1:$3 in\n  :-*) printf '%s\\n'");
    completion_options(out, NULL);
    out_c(out, " ;;\n  :*) printf '%s\\n'");
    completion_names(out);
    out_c(out, " ;;\n");
    for (size_t i = 0; i < command_count; i++) {
        const struct command_info *info = &command_infos[i];
        const char *source = completion_source(info);
        out_printf(out, "  %s:-*) printf '%%s\\n'", info->name);
        completion_options(out, info);
        out_c(out, " ;;\n");
        if (source[0]) {
            out_printf(out, "  %s:*) %s ;;\n", info->name, source);
        }
    }
    out_c(out, "  help:*) printf '%s\\n'");
    completion_names(out);
    out_c(out, " ;;\n  esac\n");
}

void completion_bash(struct out *out)
{
    out_c(out, offer);
    out_c(out, "# Prints what may follow: command, word before, word so far.\n"
               "_probatum_candidates() {\n");
    values(out);
    words(out);
    out_c(out, "}\n\n");
    out_c(out, complete);
}
