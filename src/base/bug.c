/* The two ends of trouble: a failure is a sentence handed upwards, a bug ends
 * the program where it was noticed. */

#include "base/bug.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

/* A sentence quotes file names and input, and must not move the cursor of the
 * terminal it is shown on. */
static void blank_controls(char *text)
{
    for (; *text != '\0'; text++) {
        if ((unsigned char)*text < 0x20 || *text == 0x7f) {
            *text = ' ';
        }
    }
}

bool fail(struct failure *failure, const char *format, ...)
{
    va_list args;
    va_start(args, format);
    vsnprintf(failure->why, sizeof failure->why, format, args);
    va_end(args);
    blank_controls(failure->why);
    return false;
}

_Noreturn void bug(const char *file, int line, const char *format, ...)
{
    fprintf(stderr, "probatum: bug at %s:%d: ", file, line);
    va_list args;
    va_start(args, format);
    vfprintf(stderr, format, args);
    va_end(args);
    fputc('\n', stderr);
    abort();
}

_Noreturn void out_of_memory(size_t size)
{
    fprintf(stderr, "probatum: out of memory (%zu bytes more were needed)\n",
            size);
    exit(3);
}
