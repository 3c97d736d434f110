#!/usr/bin/env bats
# review: a later run beside the accepted one, and what is done about it. graph:
# how far that reaches.

setup() {
    probatum="${PROBATUM:-$BATS_TEST_DIRNAME/../../build/probatum}"
    export LC_ALL=C.UTF-8 TZ=UTC SOURCE_DATE_EPOCH=1764374400 NO_COLOR=1
    cp -r "$BATS_TEST_DIRNAME/../fixtures/experiments" "$BATS_TEST_TMPDIR/project"
    cd "$BATS_TEST_TMPDIR/project"
    evidence=experiments/evidence/EXP-901.json
    pending=experiments/evidence/EXP-901.pending.json
    plan=experiments/EXP-901-steps.yaml
}

# pending_with SED: accepted evidence of the plan as it is, and a later run of it
# changed.
pending_with() {
    "$probatum" run EXP-901 >/dev/null
    cp "$evidence" accepted.json
    sed -i "$1" "$plan"
    run "$probatum" run EXP-901
    [ "$status" -eq 1 ]
    [ -e "$pending" ]
    cp "$pending" later.json
}

# The treatment no longer learns: the verdict turns round.
flipped='s/large: {train.lr: 1.0e-2}/large: {train.lr: 1.0e-5}/'
# Another margin, far below the effect: the same verdict, the same numbers.
finer='s/margin: 0.01,/margin: 0.009,/'

@test "nothing awaits review where no run differs" {
    "$probatum" run EXP-901
    run "$probatum" review --list
    [ "$status" -eq 0 ]
    [ "$output" = "nothing awaits review" ]
    run "$probatum" review --accept EXP-901
    [ "$status" -eq 2 ]
    [[ "$output" == *"nothing of EXP-901 awaits review"* ]]
}

@test "a verdict that flips is shown first, old beside new, with its cause and its reach" {
    pending_with "$flipped"
    run "$probatum" review --list
    [ "$status" -eq 1 ]
    [[ "${lines[0]}" == "EXP-901: another verdict"* ]]
    [[ "$output" == *"train.lr of arm large is 1e-05, was 0.01"* ]]
    [[ "$output" == *"EXP-901.larger-steps (SOTA-900): another verdict"* ]]
    [[ "$output" == *"was  replicated: 0.445 nats [0.392, 0.512], n 6; certainty"* ]]
    [[ "$output" == *"now  contradicted: -0.0756 nats ["* ]]
    [[ "$output" == *"reaches SOTA-900"* ]]
    cmp "$evidence" accepted.json
    run "$probatum" review
    [ "$status" -eq 1 ]
}

@test "the same for programs" {
    pending_with "$flipped"
    run "$probatum" review --format json
    [ "$status" -eq 1 ]
    printf '%s' "$output" >review.json
    /usr/bin/python3 - review.json <<'PY'
import json, sys
(review,) = json.load(open(sys.argv[1]))
assert review["experiment"] == "EXP-901" and review["gravest"] == "verdict"
(item,) = review["hypotheses"]
assert item["was"]["verdict"] == "replicated"
assert item["now"]["verdict"] == "contradicted"
assert item["change"] == "verdict"
PY
}

@test "accepted, the later run takes the place of the earlier one, and verify agrees" {
    pending_with "$flipped"
    run "$probatum" review --accept EXP-901
    [ "$status" -eq 0 ]
    [ "$output" = 'EXP-901: accepted' ]
    cmp "$evidence" later.json
    [ ! -e "$pending" ]
    "$probatum" verify EXP-901
    run "$probatum" review --list
    [ "$status" -eq 0 ]
}

@test "rejected, the later run is gone and the earlier one stays" {
    pending_with "$finer"
    run "$probatum" review --reject EXP-901
    [ "$status" -eq 0 ]
    cmp "$evidence" accepted.json
    [ ! -e "$pending" ]
}

@test "runs of a plan that changed again are not accepted" {
    pending_with "$finer"
    sed -i 's/margin: 0.009,/margin: 0.02,/' "$plan"
    run "$probatum" review --accept EXP-901
    [ "$status" -eq 3 ]
    [[ "$output" == *"of another plan than today's; \`probatum run EXP-901\` makes new ones"* ]]
    cmp "$evidence" accepted.json
    cmp "$pending" later.json
}

@test "an unknown name is refused before anything is decided" {
    pending_with "$finer"
    run "$probatum" review --accept EXP-901 --reject EXP-999
    [ "$status" -eq 2 ]
    cmp "$evidence" accepted.json
    cmp "$pending" later.json
}

@test "a later run that cannot be read is said, and nothing is decided" {
    pending_with "$finer"
    echo '{' >"$pending"
    run "$probatum" review --accept EXP-901
    [ "$status" -eq 3 ]
    [[ "$output" == *"EXP-901.pending.json: "* ]]
    cmp "$evidence" accepted.json
}

@test "check fails while a run awaits review" {
    pending_with "$finer"
    sed -i 's/margin: 0.009,/margin: 0.01,/' "$plan"
    run "$probatum" check EXP-901
    [[ "$output" == *"[evidence-pending]"* ]]
    run "$probatum" check --only evidence
    [ "$status" -eq 1 ]
}

# types KEYS: answers on a terminal of its own.
types() {
    /usr/bin/python3 - "$probatum" "$1" <<'PY'
import os, pty, sys
program, keys = sys.argv[1:]
pid, terminal = pty.fork()
if pid == 0:
    os.execv(program, [program, "review"])
os.write(terminal, "".join(key + "\n" for key in keys).encode())
text = b""
try:
    while chunk := os.read(terminal, 4096):
        text += chunk
except OSError:
    pass
sys.stdout.buffer.write(text)
sys.exit(os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
PY
}

@test "on a terminal it asks: skip and quit leave things, accept and reject decide" {
    pending_with "$flipped"
    run types s
    [ "$status" -eq 1 ]
    [[ "$output" == *"a accept, r reject, s skip"* ]]
    cmp "$pending" later.json
    run types xq
    [ "$status" -eq 1 ]
    cmp "$pending" later.json
    run types a
    [ "$status" -eq 0 ]
    cmp "$evidence" later.json
    [ ! -e "$pending" ]
}

@test "on a terminal R rejects this and all that follow" {
    pending_with "$finer"
    run types R
    [ "$status" -eq 0 ]
    [ ! -e "$pending" ]
    cmp "$evidence" accepted.json
}

# -- graph -----------------------------------------------------------------

@test "graph shows both directions" {
    run "$probatum" graph SOTA-900
    [ "$status" -eq 0 ]
    [[ "$output" == *"SOTA-900 rests on"*"EXP-901    evidence"*"named by"*"EXP-901    hypotheses"* ]]
}

@test "the reach of a paper goes through records to the sentences of chapters" {
    mkdir -p site/chapters
    cat >site/chapters/01-steps.md <<'TEXT'
---
title: Steps
---

# On steps

Nothing depends on this sentence. Large steps help, as :sentence[EXP-901.larger-steps]
has it. A second one names SOTA-900 and LIT-900 both. The last says nothing.
TEXT
    run "$probatum" graph LIT-900 --affected
    [ "$status" -eq 0 ]
    [[ "$output" == *"SOTA-900   through EXP-901"* ]]
    [[ "$output" == *"EXP-901    reported"* ]]
    [[ "$output" == *"Steps"*"Large steps help"*"site/chapters/01-steps.md:7"* ]]
    [[ "$output" == *"A second one names SOTA-900"* ]]
    [[ "$output" != *"Nothing depends"* ]]
    [[ "$output" != *"The last says"* ]]
    run "$probatum" graph EXP-901 --affected --format json
    printf '%s' "$output" >graph.json
    /usr/bin/python3 - graph.json <<'PY'
import json, sys
graph = json.load(open(sys.argv[1]))
assert [r["id"] for r in graph["records"]] == ["SOTA-900"]
assert [s["names"] for s in graph["sentences"]] == ["EXP-901", "SOTA-900"]
PY
}

@test "graph of nothing, and of nobody" {
    run "$probatum" graph
    [ "$status" -eq 2 ]
    run "$probatum" graph SOTA-909 --affected
    [ "$status" -eq 2 ]
    [[ "$output" == *'no record has the id "SOTA-909"; did you mean "SOTA-900"?'* ]]
}
