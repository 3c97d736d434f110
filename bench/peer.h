/* A peer: a process that answers each line it is sent with one number, or with
 * a sentence that says why it cannot. */
#ifndef BENCH_PEER_H
#define BENCH_PEER_H

#include <stdio.h>

struct peer {
    FILE *to, *from; /* NULL once it has said why it cannot */
    char why[128];   /* what it said, else "" */
};

/* Starts a shell command. */
struct peer peer_start(const char *command);

/* The number it answers to the line, which ends in a newline; 0 when it has
 * none, and then peer->why says why. */
double peer_ask(struct peer *peer, const char *line);

#endif
