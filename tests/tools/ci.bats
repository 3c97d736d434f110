#!/usr/bin/env bats
# .ci/run: the two commands of the README on a clean clone, and their status.
# A Makefile of two lines stands in for the project.

setup() {
    project="$BATS_TEST_TMPDIR/project"
    mkdir -p "$project/.ci"
    cp "$BATS_TEST_DIRNAME/../../.ci/run" "$project/.ci/run"
    cd "$project"
    printf 'site:\n\t@echo "site in $(CURDIR)"\ntest:\n\t@echo "tested $$(ls)"\n\t@echo "Result: PASS"\n' >Makefile
    git init -q -b main .
    git config user.name tester
    git config user.email tester@example.org
    git add .
    git commit -q -m 'for the test'
}

@test "a clean clone is used as it is, and prove's line comes last" {
    run bash .ci/run
    [ "$status" -eq 0 ]
    [ "${lines[0]}" = "site in $project" ]
    [ "${lines[-1]}" = "Result: PASS" ]
}

@test "a tree with leftovers is cloned, so that they cannot help" {
    echo uncommitted >leftover
    run bash .ci/run
    [ "$status" -eq 0 ]
    [[ "${lines[0]}" != *"$project"* ]]
    [[ "$output" != *leftover* ]]
}

@test "a failing goal fails the run, and a failing site runs no test" {
    printf 'site:\n\t@false\ntest:\n\t@echo tested\n' >Makefile
    git commit -q -a -m 'break site'
    run bash .ci/run
    [ "$status" -ne 0 ]
    [[ "$output" != *tested* ]]
    printf 'site:\n\t@true\ntest:\n\t@false\n' >Makefile
    git commit -q -a -m 'break test'
    run bash .ci/run
    [ "$status" -ne 0 ]
}
