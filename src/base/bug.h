#ifndef BASE_BUG_H
#define BASE_BUG_H

/* Three kinds of trouble, three mechanisms. Wrong input is a finding (diag.h).
 * Being unable to do the job is a failure: the function that noticed writes
 * one plain sentence and returns false, and callers only pass it up. What
 * cannot happen is a bug: BUG() says where and aborts. */

#include <stdbool.h>
#include <stddef.h>

struct failure {
    char why[1024];
};

/* Writes the sentence and returns false, so that one can write
 *     return fail(failure, "cannot read %s: %s", path, strerror(errno)); */
bool fail(struct failure *failure, const char *format, ...)
    __attribute__((format(printf, 2, 3)));

#define BUG(...) bug(__FILE__, __LINE__, __VA_ARGS__)
_Noreturn void bug(const char *file, int line, const char *format, ...)
    __attribute__((format(printf, 3, 4)));

/* Says so and ends the program with status 3. Only the two allocators of this
 * module (arena.h, out.h) meet it. */
_Noreturn void out_of_memory(size_t size);

#endif
