#!/usr/bin/env bats
# serve: what it answers and refuses, that no page is older than its files,
# and what of all that happens in a folder makes it build (PC-19).

load helper

serve() {
    "$probatum" serve --port 0 "$@" >"$out" 2>"$err" </dev/null 3>&- &
    server=$!
    for _ in $(seq 200); do
        url=$(grep -o 'http://localhost:[0-9]*' "$out") && break
        sleep 0.05
    done
    [ -n "$url" ]
    curl -s -m 30 -o /dev/null "$url/"
}

start() {
    rm records/literature/LIT-002.yaml # broken on purpose
    serve "$@"
}

teardown() {
    [ -z "${server:-}" ] || kill "$server" 2>/dev/null || true
}

# code ADDRESS [OPTION...]: the status of the answer.
code() {
    local address=$1
    shift
    curl -s -m 30 --path-as-is -o /dev/null -w '%{http_code}' "$@" "$url$address"
}

builds() {
    grep -c '^probatum: built' "$err" || true
}

# The page of the first practice has the text.
shows() {
    curl -s -m 30 "$url/practices/SOTA-001.html" | grep -q -e "$1"
}

practice=records/practices/SOTA-001.md

@test "files have their types, pages a script, and what is not there is a 404 page" {
    start
    curl -sI "$url/" | tr -d '\r' >headers
    grep -qx 'Content-Type: text/html; charset=utf-8' headers
    grep -qx 'Cache-Control: no-store' headers
    curl -sI "$url/assets/style.css" | grep -q 'text/css'
    curl -sI "$url/data/records.json" | grep -q 'application/json'
    curl -s "$url/practices/SOTA-001.html" | grep -q '/-/live.js'
    lacks '/-/live.js' build/site/practices/SOTA-001.html
    [ "$(code /nothing.html)" = 404 ]
    curl -s "$url/nothing.html" | grep -q 'data-page="404"'
    curl -s "$url/a/b/nothing.html" | grep -q '<base href="/">'
    [ "$(code /practices)" = 301 ]
    [ "$(code / -X POST)" = 405 ]
}

@test "nothing outside the site is reached" {
    start
    ln -s "$project/probatum.yaml" build/site/link.txt
    ln -s "$project" build/site/folder
    for address in /../probatum.yaml /%2e%2e/%2e%2e/probatum.yaml \
        /practices/..%2f..%2f..%2fprobatum.yaml /link.txt \
        /folder/probatum.yaml /practices/%00 /.git/HEAD; do
        [ "$(code "$address")" = 404 ] || { echo "$address"; return 1; }
    done
    [ "$(code //etc/passwd)" = 400 ] || [ "$(code //etc/passwd)" = 404 ]
}

@test "a name that is not this machine's is refused" {
    start
    [ "$(code / -H 'Host: example.org')" = 403 ]
    [ "$(code / -H 'Host: localhost.example.org')" = 403 ]
    [ "$(code / -H 'Host: 127.0.0.1:1')" = 200 ]
    [ "$(code / -H 'Host:')" = 403 ]
}

@test "however a file is saved, the next answer has it, the third time too" {
    start
    for i in 1 2 3; do
        sed "\$a Renamed $i." "$practice" >"$practice~"
        mv "$practice~" "$practice"
        shows "Renamed $i."
    done
    echo "In place." >>"$practice"
    shows "In place."
    cp "$practice" "$BATS_TEST_TMPDIR/kept"
    rm "$practice"
    [ "$(code /practices/SOTA-001.html)" = 404 ]
    cp "$BATS_TEST_TMPDIR/kept" "$practice"
    shows "In place."
}

@test "no answer is older than the file, in a burst of saves" {
    start
    for i in $(seq 20); do
        echo "Burst $i." >>"$practice"
        shows "Burst $i."
    done
    before=$(builds)
    for i in $(seq 50); do echo "Joined $i." >>"$practice"; done
    shows "Joined 50."
    [ $(($(builds) - before)) -le 10 ]
}

@test "a folder that went and came again is watched as before" {
    start
    cp -R records/practices "$BATS_TEST_TMPDIR/kept"
    rm -r records/practices
    [ "$(code /practices/SOTA-001.html)" = 404 ]
    mkdir records/practices
    cp "$BATS_TEST_TMPDIR/kept/"* records/practices/
    [ "$(code /practices/SOTA-001.html)" = 200 ]
    echo "After that." >>"$practice"
    shows "After that."
}

@test "a touch, its own output and waiting build nothing" {
    start
    before=$(builds)
    touch "$practice"
    [ "$(code /)" = 200 ]
    echo x >build/site/x.txt
    sleep 3
    [ "$(builds)" = "$before" ]
}

commit_all() {
    git -C "$1" add -A
    git -C "$1" -c user.name=t -c user.email=t@example.org -c commit.gpgsign=false commit -q -m "$2"
}

past_has() {
    curl -s -m 30 "$url/history/SOTA-001.html" | grep -q -e "$1"
}

@test "a commit is shown at once, in a worktree and below the top of a repository, too" {
    mkdir top
    mv adr experiments probatum.yaml records top/
    printf 'build/\n' >.gitignore
    rm top/records/literature/LIT-002.yaml
    git init -q .
    commit_all . "At first"
    git worktree add -q -b other "$BATS_TEST_TMPDIR/tree"
    cd "$BATS_TEST_TMPDIR/tree/top"
    serve
    past_has "At first"
    sed -i 's/^title: /title: On /' "$practice"
    commit_all . "In the worktree"
    past_has "In the worktree"
    kill "$server"
    wait "$server"
    cd "$project/top"
    serve
    sed -i 's/^title: /title: On /' "$practice"
    commit_all . "Below the top"
    past_has "Below the top"
}

last_problems() {
    grep -A1 -x 'event: problems' events | tail -n 1
}

@test "an error is told with its place, line and hint, and goes when it is mended" {
    start
    curl -sN -m 15 "$url/-/events?page=%2F&print=0" >events &
    sed -i.old 's/^title: /title: [/' "$practice"
    for _ in $(seq 100); do grep -q yaml-syntax events && break; sleep 0.1; done
    grep -q '"path":"records/practices/SOTA-001.md","line":3' events
    grep -q '"source":"title: \[' events
    mv "$practice.old" "$practice"
    for _ in $(seq 100); do last_problems | grep -q yaml-syntax || break; sleep 0.1; done
    last_problems | lacks yaml-syntax -
    last_problems | grep -q '^data: {"count":'
}

# The server's children: what builds, then what checks.
children() {
    cat "/proc/$server/task/$server/children"
}

@test "a child that dies is told when it was building, and replaced" {
    start
    kill -9 $(children)
    for _ in $(seq 100); do [ -z "$(children)" ] && break; sleep 0.05; done
    echo "After that." >>"$practice"
    shows "After that."
    lacks 'killed' "$err"
    builder=$(children | cut -d ' ' -f 1)
    kill -STOP "$builder"
    echo "Never built." >>"$practice"
    curl -s -m 30 -o /dev/null "$url/" &
    sleep 0.3
    kill -KILL "$builder"
    wait $!
    grep -q 'the build was killed' "$err"
    echo "Built at last." >>"$practice"
    shows "Never built."
    shows "Built at last."
}

@test "a template that cannot be read is told, and the site stays" {
    mkdir own
    start --templates own
    echo '{{#open}}' >own/practice.html
    [ "$(code /practices/SOTA-001.html)" = 200 ]
    grep -q 'practice.html' "$err"
    rm own/practice.html
    [ "$(code /practices/SOTA-001.html)" = 200 ]
}

@test "a port in use is told with a way out" {
    start
    port=${url##*:}
    status=0
    "$probatum" serve --port "$port" >other 2>&1 || status=$?
    [ "$status" = 3 ]
    grep -q "port $port is in use; .--port $((port + 1)). may be free" other
}

@test "it ends cleanly when it is told to, and killed leaves a whole site" {
    start
    kill -INT "$server"
    status=0
    wait "$server" || status=$?
    [ "$status" = 0 ]
    rm -rf build
    "$probatum" serve --port 0 >"$out" 2>"$err" 3>&- &
    server=$!
    sleep 0.1
    kill -9 "$server"
    wait "$server" || true
    sleep 1
    probatum 0 build
    probatum 0 build --out "$BATS_TEST_TMPDIR/whole"
    diff -r build/site "$BATS_TEST_TMPDIR/whole"
}

# What the server has read of files so far, in bytes.
bytes_read() {
    sed -n 's/^rchar: //p' "/proc/$server/io"
}

# read_by_a_save TEXT: the bytes that an edit has the server read, its page too.
read_by_a_save() {
    local before
    before=$(bytes_read)
    echo "$1" >>"$practice"
    shows "$1"
    echo $(($(bytes_read) - before))
}

@test "a page that was left is forgotten, and costs nothing at the next save" {
    start
    read_by_a_save "First." >/dev/null
    alone=$(read_by_a_save "Alone.")
    for _ in $(seq 30); do
        curl -sN -m 0.05 "$url/-/events?page=%2Fpractices%2FSOTA-001.html&print=0" >/dev/null || true
    done
    [ "$(code /-/events -I)" = 200 ]
    after=$(read_by_a_save "After.")
    page=$(wc -c <build/site/practices/SOTA-001.html)
    [ "$after" -lt $((alone + 5 * page)) ]
}

@test "no answer is old where the kernel cannot watch all folders, which is told" {
    unshare -Ur true || skip "no name space of one's own here"
    rm records/literature/LIT-002.yaml
    unshare -Ur sh -c 'echo 3 >/proc/sys/user/max_inotify_watches && exec "$0" serve --port 0' \
        "$probatum" >"$out" 2>"$err" </dev/null 3>&- &
    server=$!
    for _ in $(seq 200); do
        url=$(grep -o 'http://localhost:[0-9]*' "$out") && break
        sleep 0.05
    done
    for i in 1 2; do
        echo "Unseen $i." >>"$practice"
        shows "Unseen $i."
    done
    [ "$(grep -c 'cannot watch .*No space' "$err")" = 1 ]
    grep -q 'hint: raise fs.inotify.max_user_watches' "$err"
}
