#!/usr/bin/env bats
# Chapters: new, check, build.

load helper

@test "a new chapter checks clean and the next one has the next number" {
    probatum 0 new chapter --title "The model, counted"
    grep -qx "site/chapters/01-the-model-counted.md" "$out"
    probatum 0 check --fail-on warning site/chapters/01-the-model-counted.md
    probatum 0 new chapter --title "Second"
    grep -qx "site/chapters/02-second.md" "$out"
}

@test "a number typed into a chapter is an error with its place" {
    probatum 0 new chapter --title "Typed"
    printf '\nIt ends at 1.68 nats with GPT-2.\n' >>site/chapters/01-typed.md
    probatum 1 check site/chapters
    grep -q "site/chapters/01-typed.md:[0-9]*:12: error: .*\[unsourced-number\]" "$out"
    [ "$(grep -c unsourced-number "$out")" = 1 ]
}

@test "what a chapter names and is not there is found and shown on its page" {
    probatum 0 new chapter --title "Missing"
    printf '\nIt is :value[EXP-999.arm.final-loss].\n\n::figure[EXP-999.loss]\n' \
        >>site/chapters/01-missing.md
    probatum 1 check site/chapters
    [ "$(grep -c reference-unresolved "$out")" = 2 ]
    probatum 1 build # a record of the project is broken
    grep -q 'class="missing"' build/site/chapters/01-missing.html
    grep -q 'data-missing' build/site/chapters/01-missing.html
    grep -q 'href="chapters/index.html"' build/site/index.html
}

@test "a table that the author wrote has a number, and one that is not there is told" {
    probatum 0 new chapter --title "Tables"
    printf '\nAs :ref[kinds] has it.\n\n::table[below]{#kinds} The kinds,\nall of them.\n\n| a | b |\n|---|---|\n| x | y |\n' \
        >>site/chapters/01-tables.md
    probatum 0 check --fail-on warning site/chapters
    probatum 1 build
    grep -q '<b>Table 1.</b> The kinds,' build/site/chapters/01-tables.html
    grep -q 'href="#kinds">Table.\{1,2\}1</a>' build/site/chapters/01-tables.html
    printf '\n::table[below] None.\n\nWords.\n' >>site/chapters/01-tables.md
    probatum 1 check site/chapters
    grep -q 'no table stands below this paragraph \[reference-unresolved\]' "$out"
}

@test "a link that leads nowhere is found and its words stay on the page" {
    probatum 0 new chapter --title "One"
    probatum 0 new chapter --title "Two"
    printf '\n## Part\n\nSee [here](02-two.md#part), [there](../x/notes.txt).\n' \
        >>site/chapters/01-one.md
    printf '\n## Part\n' >>site/chapters/02-two.md
    probatum 1 check --fail-on warning site/chapters
    grep -q "site/chapters/01-one.md:[0-9]*:37: warning: .*\[link-nowhere\]" "$out"
    [ "$(grep -c link-nowhere "$out")" = 1 ]
    probatum 1 build
    grep -q '<a href="../chapters/02-two.html#part">here</a>' build/site/chapters/01-one.html
    grep -q 'class="missing"[^>]*>there</span>' build/site/chapters/01-one.html
}

@test "a title of any length makes a chapter whose file has a name of usual length" {
    local title
    title=$(printf 'word %.0s' $(seq 1000))
    probatum 0 new chapter --title "$title"
    grep -qxE 'site/chapters/01-(word-){10,12}word.md' "$out"
    probatum 0 check --fail-on warning site/chapters
    title=$(printf 'é%.0sx' $(seq 5000))
    probatum 0 new chapter --title "$title"
    title=$(printf 'x%.0s' $(seq 5000))
    probatum 0 new chapter --title "$title"
    grep -qxE 'site/chapters/03-x{60}.md' "$out"
    for kind in practice literature; do
        probatum 0 new "$kind" --title "$title"
    done
}
