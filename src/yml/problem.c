/* One table of complaints. libyaml names what its scanner wanted; this says
 * what was most likely meant. */

#include "yml/problem.h"

static const struct yml_problem problems[] = {
    {"mapping values are not allowed in this context",
     "a colon and a blank inside a value that is not in quotes",
     "put the value in quotes, or correct the indentation", false},
    {"could not find expected ':'", "this is not \"key: value\"",
     "add the colon, or indent the line to continue the value above", false},
    {"did not find expected key", "expected a key here",
     "compare the indentation with the lines above; quotes inside a value in "
     "quotes are doubled",
     false},
    {"found character that cannot start any token",
     "a value without quotes cannot begin with this character",
     "put the value in quotes", false},
    {"did not find expected alphabetic or numeric character",
     "a value without quotes cannot begin with * or &",
     "put the value in quotes", true},
    {"found unknown escape character",
     "unknown escape after a backslash in double quotes",
     "use single quotes, in which a backslash is a backslash", false},
    {"did not find expected ',' or ']'", "this list is never closed",
     "add the missing ]", true},
    {"did not find expected ',' or '}'", "this map is never closed",
     "add the missing }", true},
    {"did not find expected '-' indicator",
     "expected the next item of the list here",
     "start the item with \"- \" in the same column as the others", false},
    {"did not find expected <document start>",
     "expected \"key: value\" lines here", "remove what stands before or here",
     false},
    {"found unexpected document indicator",
     "--- at the start of a line inside a value in quotes",
     "close the quotes before it, or indent the line", false},
    {"block sequence entries are not allowed in this context",
     "a list cannot start here", "put the first \"- \" on a line of its own",
     false},
};

static const struct yml_problem open_quote = {
    "found unexpected end of stream", "this quote is never closed",
    "add the closing quote; quotes inside are doubled", true};

const struct yml_problem *yml_problem(const char *context, const char *what)
{
    struct str said = str_from_c(what);
    if (str_is(str_from_c(context), "while scanning a quoted scalar") &&
        str_is(said, open_quote.what)) {
        return &open_quote;
    }
    for (size_t i = 0; i < sizeof problems / sizeof *problems; i++) {
        if (str_is(said, problems[i].what)) {
            return &problems[i];
        }
    }
    return NULL;
}
