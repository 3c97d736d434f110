/* Peers, spoken with over pipes; see peer.h. */
#include "bench/peer.h"

#include <fcntl.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static void become(const char *command, const int *down, const int *up)
{
    (void)dup2(down[0], STDIN_FILENO);
    (void)dup2(up[1], STDOUT_FILENO);
    (void)close(down[0]);
    (void)close(down[1]);
    (void)close(up[0]);
    (void)close(up[1]);
    (void)execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* The pipes must not reach the peers started later, or none would see its
 * input end. */
struct peer peer_start(const char *command)
{
    int down[2];
    int up[2];
    (void)signal(SIGPIPE, SIG_IGN);
    if (pipe2(down, O_CLOEXEC) != 0 || pipe2(up, O_CLOEXEC) != 0) {
        return (struct peer){.why = "no pipe"};
    }
    if (fork() == 0) {
        become(command, down, up);
    }
    (void)close(down[0]);
    (void)close(up[1]);
    return (struct peer){.to = fdopen(down[1], "w"),
                         .from = fdopen(up[0], "r")};
}

static double give_up(struct peer *peer, const char *why)
{
    (void)snprintf(peer->why, sizeof peer->why, "%.*s", (int)strcspn(why, "\n"),
                   why);
    (void)fclose(peer->to);
    (void)fclose(peer->from);
    peer->to = NULL;
    peer->from = NULL;
    return 0;
}

double peer_ask(struct peer *peer, const char *line)
{
    char answer[sizeof peer->why] = {0};
    if (!peer->to) {
        return 0;
    }
    (void)fputs(line, peer->to);
    (void)fflush(peer->to);
    if (!fgets(answer, sizeof answer, peer->from)) {
        return give_up(peer, "it ended without an answer");
    }
    double number = strtod(answer, NULL);
    return number > 0 ? number : give_up(peer, answer);
}
