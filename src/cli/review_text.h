#ifndef CLI_REVIEW_TEXT_H
#define CLI_REVIEW_TEXT_H

/* What `review` shows of pending evidence, for people and for programs. */

#include "base/json.h"
#include "cli/workspace.h"
#include "render/review.h"

struct reviewing {
    struct command *command;
    struct workspace *workspace;
    struct evidences after; /* as if all that is pending were accepted */
    struct reviews reviews;
};

/* Old and new beside each other, gravest first, then how far it reaches. */
void review_show(struct reviewing *reviewing, const struct review *review);

void review_json(struct reviewing *reviewing, struct json_out *j,
                 const struct review *review);

#endif
