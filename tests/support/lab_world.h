#ifndef SUPPORT_LAB_WORLD_H
#define SUPPORT_LAB_WORLD_H

/* What a laboratory changes of the C library. Each test program that has one
 * includes this once: in the archive of what tests share, these names would win
 * over the C library's in every test. */

#include <fcntl.h>
#include <signal.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "support/lab.h"

/* The clock as the program under test sees it. Some seconds later, what was
 * just written has settled. */
time_t lab_seconds_later;

int clock_gettime(clockid_t clock, struct timespec *now)
{
    if (timespec_get(now, TIME_UTC) != TIME_UTC) {
        return -1;
    }
    now->tv_sec += clock == CLOCK_REALTIME ? lab_seconds_later : 0;
    return 0;
}

/* What puts each page in its place: after so many of them the program is
 * killed. */
int lab_renames_left = -1;

int rename(const char *from, const char *to)
{
    if (lab_renames_left == 0) {
        kill(getpid(), SIGKILL);
    }
    lab_renames_left -= lab_renames_left > 0;
    return renameat(AT_FDCWD, from, AT_FDCWD, to);
}

#endif
