#!/usr/bin/env bats
# The manual of templates against the templates and the program.

setup() {
    cd "$BATS_TEST_DIRNAME/../.."
}

@test "the manual has every name that a template uses and that the program sets" {
    tools/template-names --check
}

# A page template without a row in the manual could not have been changed by
# whoever reads it.
@test "every template of a page has a table in the manual" {
    for page in templates/*.html; do
        grep -qx "\.Ss ${page#templates/}" man/probatum-templates.5 ||
            { echo "$page"; false; }
    done
}

@test "a name that the manual lacks is told" {
    mkdir -p "$BATS_TEST_TMPDIR/tree/man"
    cp -r tools templates "$BATS_TEST_TMPDIR/tree"
    mkdir "$BATS_TEST_TMPDIR/tree/src"
    cp -r src/render "$BATS_TEST_TMPDIR/tree/src"
    cp man/probatum-templates.5 "$BATS_TEST_TMPDIR/tree/man"
    cd "$BATS_TEST_TMPDIR/tree"
    tools/template-names --check
    printf 'void f(void) { view_text(arena, page, "unheard_of", text); }\n' \
        >>src/render/view.c
    run tools/template-names --check
    [ "$status" -eq 1 ]
    [[ $output == *unheard_of* ]]
}
