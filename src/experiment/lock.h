#ifndef EXPERIMENT_LOCK_H
#define EXPERIMENT_LOCK_H

/* One `run` at a time: two would train the same runs twice and could write
 * over each other's evidence. The lock is the operating system's (fcntl), so
 * it goes with the process however that ends, and a worker that outlives its
 * parent for a moment does not hold it. */

#include "base/bug.h"

struct lock {
    int fd; /* -1: not held */
};

/* Takes the lock on the file, making it and its folder. False when it cannot,
 * or when another process has it: the failure then names the process. */
bool lock_take(const char *path, struct lock *lock, struct failure *failure);
void lock_release(struct lock *lock);

#endif
