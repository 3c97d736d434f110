#!/usr/bin/env bats
# run, verify and why on a project of tiny experiments: what is trained, what
# is written, what is refused, and what every kind of change is answered with.

setup() {
    probatum="${PROBATUM:-$BATS_TEST_DIRNAME/../../build/probatum}"
    export LC_ALL=C TZ=UTC SOURCE_DATE_EPOCH=1764374400 NO_COLOR=1
    new_project "$BATS_TEST_TMPDIR/project"
    evidence=experiments/evidence/EXP-901.json
    pending=experiments/evidence/EXP-901.pending.json
    plan=experiments/EXP-901-steps.yaml
}

teardown() {
    if [ -n "${background:-}" ]; then
        kill -9 "$background" 2>/dev/null || true
    fi
}

new_project() {
    cp -r "$BATS_TEST_DIRNAME/../fixtures/experiments" "$1"
    cd "$1"
}

in_git() {
    git -c init.defaultBranch=main init -q .
    git add -A
    git -c user.name=T -c user.email=t@example.org commit -q -m "$1"
}

# Long enough to be stopped in the middle.
make_long() {
    sed -i 's/steps: 20,/steps: 400,/' "$plan"
}

known() {
    "$probatum" why EXP-901 --format json | sed -n 's/^  "known": \([0-9]*\),$/\1/p'
}

# Starts a run and waits until it has finished some of its runs.
start_run() {
    "$probatum" run EXP-901 --jobs 2 >run.out 2>run.err 3>&- &
    background=$!
    for _ in $(seq 200); do
        [ "$(known)" -ge "$1" ] && return
        sleep 0.05
    done
    false
}

without_provenance() {
    sed '/^  "provenance": {/,$d' "$1"
}

@test "run writes evidence, and a second run touches nothing" {
    run "$probatum" run
    [ "$status" -eq 0 ]
    [[ "$output" == *"24 runs, 0 of them known"* ]]
    [[ "$output" == *"wrote $evidence"* ]]
    [ ! -e experiments/evidence/EXP-902.json ]
    before=$(stat -c '%i %Y %y' "$evidence"; ls -a experiments/evidence)

    run "$probatum" run EXP-901
    [ "$status" -eq 0 ]
    [[ "$output" == *"24 runs, 24 of them known"* ]]
    [[ "$output" == *"nothing is touched"* ]]
    [ "$before" = "$(stat -c '%i %Y %y' "$evidence"; ls -a experiments/evidence)" ]
}

@test "run says nothing on standard error while it is not a terminal" {
    "$probatum" run 2>err >out
    [ ! -s err ]
}

@test "evidence has the same bytes for any number of workers" {
    "$probatum" run EXP-901 --jobs 1
    new_project "$BATS_TEST_TMPDIR/other"
    "$probatum" run EXP-901 --jobs 5
    cmp "$evidence" "$BATS_TEST_TMPDIR/project/$evidence"
}

@test "verify agrees with what run wrote, from the cache, without it, and fresh" {
    "$probatum" run EXP-901
    run "$probatum" verify
    [ "$status" -eq 0 ]
    [[ "$output" == *"EXP-901: verified"* ]]
    [[ "$output" == *"24 of them known"* ]]
    run "$probatum" verify --fresh EXP-901
    [ "$status" -eq 0 ]
    [[ "$output" == *"24 runs, 0 of them known"* ]]
    rm -r build
    run "$probatum" verify EXP-901
    [ "$status" -eq 0 ]
}

@test "why says that nothing is to be done, and why" {
    run "$probatum" why EXP-901
    [ "$status" -eq 0 ]
    [[ "$output" == *"EXP-901: would be run"* ]]
    [[ "$output" == *"24 of 24 are not known"* ]]
    "$probatum" run EXP-901
    run "$probatum" why EXP-901
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "EXP-901: nothing to do" ]
    [[ "$output" == *"all 24 are known under their keys"* ]]
    [[ "$output" == *"plan: as it was on 2025-11-29"* ]]
}

@test "why tells where a value comes from" {
    "$probatum" run EXP-901
    run "$probatum" why EXP-901.large.final-loss.seed.103
    [ "$status" -eq 0 ]
    [[ "$output" == *"seed 103, key "* ]]
    [[ "$output" == *"setting: train.lr = 1.0e-2"* ]]
    [[ "$output" == *"plan hash: "* ]]
    run "$probatum" why EXP-901.large.best-los
    [ "$status" -eq 2 ]
    [[ "$output" == *'EXP-901 does not measure "best-los"'* ]]
}

@test "a flipped digit makes verify name the run and exit 1" {
    "$probatum" run EXP-901
    seed=$(sed -n '/"seed": 104/,/"trajectory"/s/.*"trajectory": "\(.*\)"/\1/p' "$evidence" | head -1)
    sed -i "s/$seed/${seed%?}$([ "${seed: -1}" = 0 ] && echo 1 || echo 0)/" "$evidence"
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"$evidence: not verified"* ]]
    [[ "$output" == *"EXP-901 large seed 104: trajectory ${seed%?}"*" in the evidence, $seed from the run"* ]]
    run "$probatum" run EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"wrote $pending for review"* ]]
}

@test "evidence edited out of shape is a finding with its place, not a crash" {
    "$probatum" run EXP-901
    cp "$evidence" whole.json
    sed -i '0,/"runs": \[/s//"runs" [/' "$evidence"
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"line 5, column "*"the evidence cannot be read"* ]]

    sed '0,/"seed": 101/s//"seed": "many"/' whole.json >"$evidence"
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"EXP-901 large seed 101: seed many in the evidence, 101 from the run"* ]]

    : >"$evidence"
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    run "$probatum" why EXP-901
    [ "$status" -eq 0 ]
    [[ "$output" == *"the file cannot be read"* ]]
}

@test "missing evidence is a finding that says what writes it" {
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"probatum run EXP-901"* ]]
}

@test "comments, layout and prose change nothing" {
    "$probatum" run EXP-901
    sed -i -e '1i # another comment' -e 's/^title: .*/title: Other words/' \
        -e 's/margin: 0.01,/margin:   1.0e-2,/' "$plan"
    run "$probatum" verify EXP-901
    [ "$status" -eq 0 ]
    run "$probatum" why EXP-901
    [ "${lines[0]}" = "EXP-901: nothing to do" ]
}

@test "a plan that changed after its run is stale, and run writes for review" {
    "$probatum" run EXP-901
    cp "$evidence" accepted.json
    sed -i 's/margin: 0.01,/margin: 0.02,/' "$plan"
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"stale: margin of hypothesis larger-steps is 0.02, was 0.01"* ]]
    run "$probatum" why EXP-901
    [[ "$output" == *"would be derived anew, without training"* ]]
    [[ "$output" == *"margin of hypothesis larger-steps is 0.02, was 0.01"* ]]

    run "$probatum" run EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"24 runs, 24 of them known"* ]]
    cmp "$evidence" accepted.json
    before=$(stat -c '%i %y' "$pending")
    SOURCE_DATE_EPOCH=1864374400 run "$probatum" run EXP-901
    [ "$status" -eq 1 ]
    [ "$before" = "$(stat -c '%i %y' "$pending")" ]

    sed -i 's/margin: 0.02,/margin: 0.01,/' "$plan"
    run "$probatum" run EXP-901
    [ "$status" -eq 0 ]
    [ ! -e "$pending" ]
}

@test "a moved setting is named with its arm, and only its runs are trained" {
    "$probatum" run EXP-901
    sed -i 's/large: {train.lr: 1.0e-2}/large: {train.lr: 2.0e-2}/' "$plan"
    run "$probatum" why EXP-901
    [[ "$output" == *"6 of 24 are not known"* ]]
    [[ "$output" == *"train.lr of arm large is 0.02, was 0.01"* ]]
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"stale: train.lr of arm large is 0.02, was 0.01"* ]]
    run "$probatum" run EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"24 runs, 18 of them known"* ]]
}

@test "evidence of another core, other data or another default is stale" {
    "$probatum" run EXP-901
    cp "$evidence" whole.json
    sed 's/"numerics": 1/"numerics": 0/' whole.json >"$evidence"
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"stale: the core's numerics are 1, were 0"* ]]

    sed 's/"arms.small.data.beta": "1.5"/"arms.small.data.beta": "1.25"/' whole.json >"$evidence"
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"stale: data.beta of arm small is 1.5, was 1.25"* ]]

    sed 's/"arms.small.train.beta2": "0.95"/"arms.small.train.beta2": "0.999"/' whole.json >"$evidence"
    run "$probatum" why EXP-901
    [[ "$output" == *"train.beta2 of arm small is 0.95, was 0.999"* ]]
}

@test "killed in the middle, run goes on and gives the same evidence" {
    make_long
    start_run 3
    kill -9 "$background"
    wait "$background" || true
    [ ! -e "$evidence" ]
    kept=$(known)
    [ "$kept" -ge 3 ] && [ "$kept" -lt 24 ]
    run "$probatum" run EXP-901
    [ "$status" -eq 0 ]
    [[ "$output" == *"24 runs, "*" of them known"* ]]
    [[ "$output" != *" 0 of them known"* ]]

    new_project "$BATS_TEST_TMPDIR/other"
    make_long
    "$probatum" run EXP-901 --jobs 1
    cmp "$evidence" "$BATS_TEST_TMPDIR/project/$evidence"
}

@test "stopped by a signal, run ends cleanly and says how to go on" {
    make_long
    start_run 1
    kill -TERM "$background"
    status=0
    wait "$background" || status=$?
    [ "$status" -eq 3 ]
    grep -q 'stopped with [0-9]* of 24 runs kept; the same command goes on from there' run.err
    [ ! -e "$evidence" ]
    [ -z "$(ls -A experiments/evidence 2>/dev/null)" ]
}

@test "a second run at the same time is refused" {
    make_long
    start_run 1
    run "$probatum" run EXP-901
    [ "$status" -eq 3 ]
    [[ "$output" == *"another run is at work here (process $background holds "* ]]
}

@test "a damaged cache is set aside and its runs are trained again" {
    "$probatum" run EXP-901
    cp "$evidence" before.json
    printf 'not a database at all, but long enough to be looked at' >build/cache.db
    rm -f build/cache.db-wal build/cache.db-shm
    run "$probatum" run EXP-901
    [ "$status" -eq 0 ]
    [[ "$output" == *"24 runs, 0 of them known"* ]]
    cmp "$evidence" before.json
    ls build | grep -q damaged
}

@test "without a folder for the cache nothing is run and nothing is written" {
    touch build
    run "$probatum" run EXP-901
    [ "$status" -eq 3 ]
    [ ! -e "$evidence" ]
}

@test "a plan is preregistered when it was committed and is unchanged" {
    in_git "a plan"
    "$probatum" run EXP-901
    grep -q '"preregistered": true' "$evidence"
    rm "$evidence"
    echo '# looked at the results' >>"$plan"
    "$probatum" run EXP-901
    grep -q '"preregistered": false' "$evidence"
    grep -q '"preregistration": "the plan differed from the committed one"' "$evidence"
}

@test "without git the evidence says so" {
    "$probatum" run EXP-901
    grep -q '"preregistration": "no git repository holds the plan"' "$evidence"
}

@test "surveys run when they are named, planned experiments never" {
    run "$probatum" run EXP-902 EXP-903
    [ "$status" -eq 0 ]
    [[ "$output" == *"EXP-903 is planned"* ]]
    [ -e experiments/evidence/EXP-902.json ]
    [ ! -e experiments/evidence/EXP-903.json ]
    run "$probatum" verify EXP-902
    [ "$status" -eq 0 ]
}

@test "surveys run with --surveys, and else their evidence is only compared with its plan" {
    run "$probatum" run --surveys
    [ "$status" -eq 0 ]
    [ -e experiments/evidence/EXP-902.json ]
    run "$probatum" verify --surveys
    [ "$status" -eq 0 ]
    [[ "$output" == *"EXP-901: verified"* ]]
    [[ "$output" == *"EXP-902: verified"* ]]
    [[ "$output" == *"32 runs, 32 of them known"* ]]

    # What make site does reruns no survey, however empty the cache ...
    rm -r build
    run "$probatum" verify
    [ "$status" -eq 0 ]
    [[ "$output" != *EXP-902* ]]
    [[ "$output" == *"24 runs, 0 of them known"* ]]
    [ -e experiments/evidence/EXP-902.json ]

    # ... and still a survey whose plan or core moved is not passed over.
    sed -i 's/steps: 10,/steps: 11,/' experiments/EXP-902-*.yaml
    run "$probatum" check
    [[ "$output" == *"EXP-902.json:1:1: error: the evidence is not that of the plan any more: train.steps of arm high-layer is 11, was 10; and 3 more [evidence-stale]"* ]]
    run "$probatum" verify EXP-902
    [ "$status" -eq 1 ]
    [[ "$output" == *"stale: train.steps of arm high-layer is 11, was 10"* ]]
}

@test "a survey has no verdict, even of hypotheses it was given" {
    sed 's/^/  /' "$plan" | sed -n '/^  hypotheses:/,/^  figures:/p' | sed '$d; s/^  //' >>experiments/EXP-902-*.yaml
    run "$probatum" run EXP-902
    [ "$status" -eq 1 ]
    [[ "$output" == *"a survey decides nothing, so it has no hypotheses [plan-hypothesis]"* ]]
    [ ! -e experiments/evidence/EXP-902.json ]
}

@test "what was trained is said with how many at a time and their memory" {
    run "$probatum" run EXP-901 --jobs 2
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" =~ ^"24 runs, 0 of them known; 2 at a time, "[0-9.]+" "[KM]iB" each"$ ]]
    run "$probatum" run EXP-901 --jobs 2
    [ "${lines[0]}" = "24 runs, 24 of them known" ]
}

@test "a run that does not fit into memory is refused before anything starts" {
    sed -i 's/large: {train.lr: 1.0e-2}/large: {model.width: 4096, model.hidden: 16384, model.blocks: 64, model.context: 1024, train.batch: 4096}/; s/^fixed: .*/fixed: [train.steps]/' "$plan"
    run "$probatum" run EXP-901
    [ "$status" -eq 3 ]
    [[ "$output" == *"EXP-901 large seed 101 "*"; nothing was started"* ]]
    [ ! -e "$evidence" ]
    [ "$(known)" -eq 0 ]
    run "$probatum" run --estimate EXP-901
    [ "$status" -eq 3 ]
}

@test "an estimate tells time and memory, and trains and writes nothing" {
    run "$probatum" run --estimate EXP-901 --jobs 2
    [ "$status" -eq 0 ]
    [[ "$output" =~ ^"EXP-901: 24 runs, 0 of them known; about "[0-9.]+" s, 2 at a time, "[0-9.]+" "[KM]iB" each"$ ]]
    [ ! -e "$evidence" ]
    [ "$(known)" -eq 0 ]
    run "$probatum" run --estimate EXP-901 --format json
    [[ "$output" == *'"runs": 24'* ]]
    [[ "$output" == *'"seconds": '* ]]
}

@test "a planned experiment can be estimated once it has arms and seeds" {
    run "$probatum" run --estimate EXP-903
    [ "$status" -eq 0 ]
    [[ "$output" == *"EXP-903 names no arms or no claim seeds"* ]]
    printf '%s\n' 'model: {blocks: 1}' 'train: {batch: 4, steps: 20}' 'arms: {one: {}}' \
        'seeds: {claim: [101, 102]}' 'measure: [final-loss]' >>experiments/EXP-903-*.yaml
    run "$probatum" run --estimate EXP-903
    [ "$status" -eq 0 ]
    [[ "$output" == *"EXP-903: 2 runs, 0 of them known; about "* ]]
    run "$probatum" run EXP-903
    [[ "$output" == *"EXP-903 is planned; it is not run"* ]]
}

@test "a derived arm is written, verified, asked for and decided like any other" {
    cat >>"$plan" <<'END'
derived:
  - {id: best, metric: final-loss, pick: lowest, of: train.lr, scale: log2, arms: [small, large]}
END
    run "$probatum" run EXP-901
    [ "$status" -eq 0 ]
    grep -q '"derived": {' "$evidence"
    run "$probatum" verify EXP-901
    [ "$status" -eq 0 ]
    run "$probatum" why EXP-901.best.best-rate.mean
    [ "$status" -eq 0 ]
    [[ "$output" == *" doublings"* ]]
    [[ "$output" == *"picked from: small"* ]]
    [[ "$output" == *"picked by: lowest final-loss of each seed"* ]]
    run "$probatum" why EXP-901.best.final-loss
    [ "$status" -eq 2 ]
    [[ "$output" == *'arm best has no "final-loss"'* ]]

    sed -i '/"best-rate"/s/"-0x/"0x/' "$evidence"
    run "$probatum" verify EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"EXP-901 best seed 101: metrics.best-rate.hex 0x"*" in the evidence, -0x"*" from the run"* ]]
}

@test "stepwise metrics are in the evidence of a plan that measures them, and in no other" {
    "$probatum" run EXP-901
    run grep -q stepwise "$evidence"
    [ "$status" -eq 1 ]
    sed -i 's/^measure: .*/measure: [final-loss, stream-activity, logit-movement]/' "$plan"
    run "$probatum" run EXP-901
    [ "$status" -eq 1 ]
    [[ "$output" == *"24 runs, 24 of them known"* ]]
    grep -q '"stepwise": {' "$pending"
    grep -q '"stream-activity": \[\[0,' "$pending"
    run grep -q mlp-activity "$pending"
    [ "$status" -eq 1 ]
}

@test "seeds given by hand are trained and write no evidence" {
    run "$probatum" run EXP-901 --seeds 1-2,7
    [ "$status" -eq 0 ]
    [[ "$output" == *"EXP-901 large seed 7: final-loss "* ]]
    [[ "$output" == *"write no evidence"* ]]
    [ ! -e "$evidence" ]
    run "$probatum" run EXP-901 --seeds 3-1
    [ "$status" -eq 2 ]
}

@test "an unknown experiment is a usage fault with the nearest" {
    for command in run verify why; do
        run "$probatum" "$command" EXP-91
        [ "$status" -eq 2 ]
        [[ "$output" == *'no experiment has the id "EXP-91"; did you mean EXP-901?'* ]]
    done
}

@test "a plan with faults is reported and left out, and the others run" {
    sed 's/^id: .*/id: EXP-904/; s/large: {train.lr/large: {train.lrr/' "$plan" >experiments/EXP-904-broken.yaml
    run "$probatum" run
    [ "$status" -eq 1 ]
    [[ "$output" == *"EXP-904 has faults and is left out"* ]]
    [[ "$output" == *'experiments/EXP-904-broken.yaml:14:11: error: unknown setting "train.lrr" [plan-unknown-key]'* ]]
    [ -e "$evidence" ]
    [ ! -e experiments/evidence/EXP-904.json ]
}

@test "arms that two experiments share are trained once" {
    sed 's/^id: .*/id: EXP-904/; s/  small: {}/  other-name: {}/; s/small/other-name/' "$plan" >experiments/EXP-904-again.yaml
    run "$probatum" run EXP-901 EXP-904
    [ "$status" -eq 0 ]
    [[ "$output" == *"24 runs, 0 of them known"* ]]
    [ -e experiments/evidence/EXP-904.json ]
}

@test "evidence whose plan is gone is reported" {
    "$probatum" run EXP-901
    rm "$plan"
    run "$probatum" verify
    [ "$status" -eq 1 ]
    [[ "$output" == *"stale: there is no such plan any more"* ]]
}

@test "results for programs are JSON" {
    run "$probatum" run EXP-901 --format json
    [ "$status" -eq 0 ]
    [[ "$output" == *'"outcome": "written"'* ]]
    [[ "$output" == *'"larger-steps": "replicated"'* ]]
    run "$probatum" verify --format json
    [[ "$output" == *'"verified": true'* ]]
}
