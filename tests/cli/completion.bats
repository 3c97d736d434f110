#!/usr/bin/env bats
# The completion scripts, run by the shells they are for.

load helper

setup_file() {
    bats_require_minimum_version 1.5.0
}

# The scripts call probatum by its name.
path_with_probatum() {
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$probatum" "$BATS_TEST_TMPDIR/bin/probatum"
    PATH="$BATS_TEST_TMPDIR/bin:$PATH"
}

# completes WANTED WORD...: what bash offers for the last word.
completes() {
    local wanted=$1
    shift
    COMP_WORDS=("$@")
    COMP_CWORD=$(($# - 1))
    _probatum
    [ "${COMPREPLY[*]}" = "$wanted" ] || {
        echo "$* => ${COMPREPLY[*]}"
        return 1
    }
}

load_bash() {
    probatum 0 completion bash
    local script="$out.bash"
    cp "$out" "$script"
    unset -f probatum
    path_with_probatum
    # shellcheck source=/dev/null
    source "$script"
}

@test "bash completes commands, options, choices and ids" {
    load_bash
    completes 'check' probatum ch
    completes 'show' probatum sh
    completes '--format' probatum check --fo
    completes '--version' probatum --v
    completes 'json' probatum check --format j
    completes 'text json' probatum list --format =
    completes 'json' probatum list --format = j
    completes 'SOTA-001 SOTA-002' probatum show SOTA
    completes 'EXP-001' probatum run ''
    completes 'practice' probatum new pr
    completes 'zsh' probatum completion z
    completes 'link-unresolved' probatum explain link-un
    completes 'check' probatum help che
}

@test "bash finds the command behind -C, and leaves files to bash" {
    load_bash
    completes 'show' probatum -C . sho
    completes 'SOTA-001 SOTA-002' probatum -C . show SOTA
    completes '' probatum -C rec
    completes '' probatum build --out bui
}

@test "bash offers every command" {
    load_bash
    local wanted
    wanted=$(sed -n 's/^COMMAND(\([a-z]*\),.*/\1/p' "$root/src/cli/commands.def" | tr '\n' ' ')help
    completes "$wanted" probatum ''
}

@test "the name of a record is never run by the shell" {
    printf '%s\n' --- 'title: T' 'status: Active' --- >'records/practices/SOTA-$(touch ran).md'
    printf '%s\n' --- 'id: SOTA-`touch ran`' 'title: T' 'status: Active' --- >records/practices/SOTA-009.md
    load_bash
    COMP_WORDS=(probatum show SOTA)
    COMP_CWORD=2
    _probatum
    [ ! -e ran ]
    [[ "${COMPREPLY[*]}" == *SOTA-001* ]]
    [[ "${COMPREPLY[*]}" != *touch* ]]
}

@test "outside a project completion offers no ids and says nothing" {
    load_bash
    cd "$BATS_TEST_TMPDIR"
    run _probatum_candidates show '' ''
    cd "$project"
    completes 'check' probatum che
}

@test "zsh and fish read their scripts" {
    for shell in zsh fish; do
        probatum 0 completion "$shell"
        [ -s "$out" ]
        command -v "$shell" >/dev/null || continue
        "$shell" -n "$out"
    done
}

@test "fish completes commands, choices and ids" {
    command -v fish >/dev/null || skip "fish is not installed"
    probatum 0 completion fish
    cp "$out" "$out.fish"
    path_with_probatum
    run fish -c "source '$out.fish'; complete -C'probatum show SOTA-00'; complete -C'probatum check --format j'; complete -C'probatum expl'"
    [[ "$output" == *SOTA-001* ]]
    [[ "$output" == *json* ]]
    [[ "$output" == *explain* ]]
}

@test "every shell's script names every option" {
    for shell in bash zsh fish; do
        probatum 0 completion "$shell"
        sed -n 's/^OPTION([A-Z_]*, "\([a-z-]*\)".*/\1/p' "$root/src/cli/options.def" >"$BATS_TEST_TMPDIR/options"
        while read -r option; do
            grep -qE -e "(--|-l )$option" "$out"
        done <"$BATS_TEST_TMPDIR/options"
    done
}

@test "an unknown shell is wrong usage" {
    probatum 2 completion tcsh
    says 'name a shell: bash, zsh or fish'
    probatum 2 completion
    says 'name a shell: bash, zsh or fish'
}
