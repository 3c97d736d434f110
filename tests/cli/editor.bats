#!/usr/bin/env bats
# What an editor, a pre-commit hook and a CI service get: schemas, findings in
# formats of others, and the check of what is about to be committed.

load helper

# As git keeps it, with a first commit of the whole project.
make_repository() {
    git init -q .
    git config user.email tester@example.org
    git config user.name Tester
    git config commit.gpgsign false
    git add .
    git commit -qm 'the project'
}

# clean: a project without findings, and probatum on PATH.
clean() {
    rm records/practices/SOTA-002.md records/literature/LIT-002.yaml
    sed -i '/SOTA-002/d' records/*/*
    mkdir "$BATS_TEST_TMPDIR/bin"
    ln -s "$probatum" "$BATS_TEST_TMPDIR/bin/probatum"
    PATH="$BATS_TEST_TMPDIR/bin:$PATH"
}

# breaks FILE: adds what is surely wrong, a line at its end of front matter.
breaks() {
    sed -i '0,/^title:/s//titel: x\ntitle:/' "$1"
}

# -- Formats ---------------------------------------------------------------

@test "SARIF is valid by its schema, and has every finding" {
    probatum 1 check --format sarif
    /usr/bin/python3 - "$root/tests/browser/node_modules/@microsoft/jest-sarif/lib/schemas/sarif-2.1.0-rtm.5.json" "$out" <<'PY'
import json, sys
import jsonschema
schema, report = (json.load(open(path)) for path in sys.argv[1:])
jsonschema.Draft4Validator(schema).validate(report)
run = report["runs"][0]
rules = run["tool"]["driver"]["rules"]
results = run["results"]
assert results
prints = [r["partialFingerprints"]["probatum/v1"] for r in results]
assert len(set(prints)) == len(prints)
for result in results:
    assert rules[result["ruleIndex"]]["id"] == result["ruleId"]
    where = result["locations"][0]["physicalLocation"]
    assert where["artifactLocation"]["uri"].split("/")[0] in ("records", "experiments", "probatum.yaml")
    assert where["region"]["startLine"] >= 1
PY
    local sarif
    sarif=$(grep -c '"kind": "fail"' "$out")
    probatum 1 check --format json
    [ "$sarif" -eq "$(grep -cE '"outcome": "(finding|acknowledged)"' "$out")" ]
}

@test "a finding keeps its fingerprint when lines above it come and go" {
    probatum 1 check --format sarif
    grep '"probatum/v1"' "$out" | sort >"$BATS_TEST_TMPDIR/before"
    sed -i '0,/^title:/s//# one more line\ntitle:/' records/practices/SOTA-002.md
    probatum 1 check --format sarif
    grep '"probatum/v1"' "$out" | sort | diff "$BATS_TEST_TMPDIR/before" -
}

@test "annotations of GitHub are one line each, with what would end it escaped" {
    probatum 1 check --format github
    grep -q '^::error file=records/practices/SOTA-002.md,line=9,col=10,title=link-unresolved::' "$out"
    lacks '^[^:]' "$out"
    cd records
    probatum 1 check --format github
    grep -q '^::error file=../records/practices/SOTA-002.md,' "$out"
}

@test "formats of others are for check alone" {
    probatum 2 list --format sarif
    says '--format may be text|json, not "sarif"'
}

# -- Schemas ---------------------------------------------------------------

@test "the schemas hold for every record and plan of this project, and not for a mistake" {
    /usr/bin/python3 - "$probatum" "$root" <<'PY'
import copy, glob, json, subprocess, sys
import jsonschema, yaml

class Loader(yaml.SafeLoader):
    """YAML 1.2 has no dates, and editors follow it."""

Loader.yaml_implicit_resolvers = {
    first: [(tag, pattern) for tag, pattern in resolvers if not tag.endswith(":timestamp")]
    for first, resolvers in yaml.SafeLoader.yaml_implicit_resolvers.items()
}

program, root = sys.argv[1:]
folders = {
    "practice": "records/practices/*",
    "literature": "records/literature/*",
    "theory": "records/theory/*",
    "decision": "adr/*",
    "experiment": "experiments/*.yaml",
}
for kind, pattern in folders.items():
    schema = json.loads(subprocess.run([program, "-C", root, "schema", kind], check=True, stdout=subprocess.PIPE).stdout)
    jsonschema.Draft7Validator.check_schema(schema)
    validator = jsonschema.Draft7Validator(schema)
    files = sorted(glob.glob(root + "/" + pattern))
    assert files
    for name in files:
        text = open(name, encoding="utf-8").read()
        if name.endswith(".md"):
            text = text.split("\n---\n")[0][4:]
        record = yaml.load(text, Loader)
        validator.validate(record)
        for key, value in (("titel", "x"), ("status", "Aktive"), ("tags", ["no-such-word"])):
            wrong = copy.deepcopy(record)
            wrong[key] = value
            assert not validator.is_valid(wrong), (name, key)
PY
}

@test "schema takes a kind" {
    probatum 2 schema
    says 'name a kind: practice, literature, theory, decision or experiment'
    probatum 2 schema practise
    grep -q 'practise' "$err"
}

# -- What changed ----------------------------------------------------------

@test "--staged checks what the index holds, not what the files do" {
    clean
    make_repository
    breaks records/practices/SOTA-001.md
    git add .
    git show HEAD:records/practices/SOTA-001.md >records/practices/SOTA-001.md
    probatum 0 check SOTA-001
    probatum 1 check --staged
    grep -q '^records/practices/SOTA-001.md:.*titel' "$out"
    breaks records/practices/SOTA-001.md
    git add .
    git reset -q
    probatum 0 check --staged
    grep -q 'nothing is staged' "$err"
}

@test "--staged leaves out what is not staged" {
    clean
    make_repository
    breaks records/literature/LIT-001.yaml
    cp records/practices/SOTA-001.md records/practices/SOTA-003.md
    echo 'One more sentence.' >>records/practices/SOTA-001.md
    git add records/practices/SOTA-001.md
    probatum 0 check --staged
    lacks 'LIT-001.yaml|SOTA-003.md' "$out"
}

@test "a removed record is missed where it is named" {
    clean
    make_repository
    git rm -q --cached records/literature/LIT-001.yaml
    probatum 1 check --staged
    grep -q '^records/practices/SOTA-001.md:.*link-unresolved' "$out"
    git reset -q --hard
    git add .
    rm records/literature/LIT-001.yaml
    probatum 0 check --staged
}

@test "--since checks what changed, committed or not" {
    clean
    make_repository
    git tag before
    breaks records/practices/SOTA-001.md
    git commit -qam 'a change'
    probatum 1 check --since before
    grep -q 'SOTA-001.md' "$out"
    probatum 0 check --since HEAD
    grep -q 'nothing changed since HEAD' "$err"
    probatum 2 check --since nothing-so-called
    says 'git knows no revision "nothing-so-called"'
    probatum 2 check --staged SOTA-001
}

@test "without git there is nothing to ask" {
    probatum 3 check --staged
    says 'there is no git repository here to ask; check without --staged'
    probatum 3 hook install
    says 'there is no git repository here to put a hook into'
}

# -- The hook --------------------------------------------------------------

@test "the hook refuses a commit with errors, also of git commit -a" {
    clean
    make_repository
    probatum 0 hook install
    probatum 0 hook install
    breaks records/practices/SOTA-001.md
    run git commit -qam 'a mistake'
    [ "$status" -ne 0 ]
    [[ "$output" == *titel* ]]
    git add .
    run git commit -qm 'a mistake'
    [ "$status" -ne 0 ]
    git reset -q --hard
    echo 'One more sentence.' >>records/practices/SOTA-001.md
    git commit -qam 'a sentence'
    probatum 0 hook remove
    breaks records/practices/SOTA-001.md
    git commit -qam 'unchecked'
}

@test "the hook of a project in a folder of its repository checks that folder" {
    clean
    mkdir -p "$BATS_TEST_TMPDIR/outer/it's here"
    mv ./* "$BATS_TEST_TMPDIR/outer/it's here/"
    cd "$BATS_TEST_TMPDIR/outer"
    make_repository
    cd "it's here"
    probatum 0 hook install
    breaks records/practices/SOTA-001.md
    run git commit -qam 'a mistake'
    [ "$status" -ne 0 ]
    [[ "$output" == *"it's here/records/practices/SOTA-001.md:"* ]]
}

@test "a hook that somebody wrote stays, and core.hooksPath is followed" {
    make_repository
    echo '#!/bin/sh' >.git/hooks/pre-commit
    probatum 3 hook install
    grep -q 'was written by somebody else and stays; add the line `probatum check --staged` to it' "$err"
    [ "$(cat .git/hooks/pre-commit)" = '#!/bin/sh' ]
    probatum 3 hook remove
    git config core.hooksPath hooks
    probatum 0 hook install
    [ -x hooks/pre-commit ]
    probatum 2 hook
    says 'say what to do: install or remove'
}
