#!/usr/bin/env bats
# rtcheck env: environments counted, listed, written and checked; campaigns that go on; difference analysis.

load helpers

OSEK=$ROOT/models/osek

# A lock with one owner, and users who may take it. `good.pml` is right, `bad.pml` forgets who has it when a user of
# rank 2 or more takes it.
setup_lock() {
    cat >lock.env <<'END'
const N = 2;
target Lock {
    fun Take(u: 1..N);
    fun Free(u: 1..N);
    ref Owner() = owner;
    configure SetRank(u.id, u.rank) for u in User;
}
class User[N] {
    attr rank: 1..3;
    assert Owner: (self@Has) = (Owner() = id);
    states Idle, Has;
    Idle -> Has : Take(u) [u = id and not User->exists(v | v@Has)];
    Has -> Idle : Free(u) [u = id];
}
END
    cat >good.pml <<'END'
byte owner, rank[8];
inline SetRank(u, r) { rank[u] = r }
inline Take(u) { owner = u }
inline Free(u) { owner = 0 }
END
    sed 's/inline Take.*/inline Take(u) { owner = (rank[u] >= 2 -> 0 : u) }/' good.pml >bad.pml
}

# ---- counting (Yatake 2010, table 1) ----

@test "Yatake 2010, table 1: every cell" {
    rtcheck env "$OSEK/osek.env" --set T=1..4 --set R=0..4 --set P=4 --set Q=4 --count --json
    expect_status 0
    expect_valid stdout.txt
    expect_json "o['count']" 2294
    expect_json "[c['count'] for c in o['cells']]" \
        "[4, 10, 10, 5, 1, 6, 40, 95, 100, 39, 4, 55, 245, 425, 231, 1, 26, 196, 486, 315]"
    rtcheck env "$OSEK/osek.env" --set T=3 --set R=3 --set P=4 --set Q=4 --count --json
    expect_json "o['count']" 425
}

@test "counts beyond enumeration" {
    rtcheck env "$OSEK/osek.env" --set T=8 --set R=8 --set P=8 --set Q=8 --count --quiet
    expect_status 0
    [ "$output" = 19923090075 ] || fail "wrong count"
    rtcheck env "$OSEK/osek.env" --set T=4 --set R=4 --set P=8 --set Q=8 --count
    expect_output "5,123,727"
}

@test "results of a design whose embedded C includes who knows what are no results for later" {
    setup_lock
    (echo 'c_decl { int told; }'; cat good.pml) >code.pml
    status=0
    PATH=/nowhere "$RTCHECK" env lock.env --design code.pml --allow-code --compiler tcc --results r.db >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt) errors=$(<stderr.txt)
    expect_status 0
    expect_error "which files the embedded C includes was not found out: nobody can go on with these results"
    rtcheck env lock.env --design code.pml --allow-code --compiler tcc --results r.db
    expect_status 2
    expect_error "these results belong to other checks"
    rtcheck env lock.env --design code.pml --allow-code --compiler tcc --results s.db
    expect_status 0
    [ -z "$errors" ]
}

# ---- export ----

@test "reference functions that change the design, and local arrays in exported designs, are refused" {
    setup_lock
    sed 's/ref Owner() = owner/ref Owner()/' lock.env >ask.env
    (cat good.pml; echo 'byte asked; inline Owner(r) { asked++; r = owner }') >asking.pml
    rtcheck env ask.env --design asking.pml
    expect_status 2
    expect_error "the reference function \`Owner\` changes \`asked\` of the design"
    rtcheck env ask.env --design asking.pml --emit out
    expect_status 2
    expect_error "the reference function \`Owner\` changes \`asked\` of the design"
    [ ! -e out ]
    sed 's/inline Take.*/inline Take(u) { byte seen[3]; seen[0]++; owner = u }/' good.pml >local.pml
    rtcheck env lock.env --design local.pml --quiet
    expect_status 0
    rtcheck env lock.env --design local.pml --emit out --to 1
    expect_status 2
    expect_error "local.pml:3:23: error: \`seen\` cannot be exported"
}

@test "timeout in a design is refused" {
    setup_lock
    sed 's/inline Take.*/inline Take(u) { if :: owner == 7 :: timeout -> owner = u fi }/' good.pml >waits.pml
    rtcheck env lock.env --design waits.pml
    expect_status 2
    expect_error "waits.pml:3:38: error: \`timeout\` in a design"
}

@test "a call that need not end is a cycle without progress in the exported model" {
    setup_lock
    sed 's/inline Take.*/inline Take(u) { do :: rank[0] = 0 :: break od; owner = u }/' good.pml >endless.pml
    rtcheck env lock.env --design endless.pml --to 1
    expect_status 1
    expect_output "the call need not end"
    rtcheck env lock.env --design endless.pml --to 1 --emit out
    rtcheck model out/environment-0001.pml --progress
    expect_status 1
    rtcheck env lock.env --design good.pml --to 1 --emit out
    rtcheck model out/environment-0001.pml --progress
    expect_status 0
}

# ---- difference analysis ----

@test "an association of a class with itself: other objects are called so, and itself is none" {
    cat >friends.env <<'END'
const N = 2;
target X { fun Go(); configure SetFriend(u.id, v.id) for u in User, v in u.friends; }
class User[N] { attr rank: 1..2; assoc friends: User[0..N]; states Idle; Idle -> Idle : Go(); }
END
    printf 'bool bad; inline SetFriend(u, v) { bad = bad | (u != v) } inline Go() { assert(!bad) }' >other.pml
    sed 's/u != v/u == v/' other.pml >self.pml
    rtcheck env friends.env --design other.pml --set N=1..3
    expect_status 1
    expect_output "difference: fails exactly when some user u has another user v"
    rtcheck env friends.env --design self.pml --set N=1..3
    expect_status 1
    expect_no_output "fails exactly when some user u has"
}

# ---- numberings ----

# Of two users, the one of the smaller number goes first: right as long as ranks ascend with numbers.
setup_numbers() {
    setup_lock
    cat >by_number.pml <<'END'
byte owner, first, rank[8];
inline SetRank(u, r) { rank[u] = r }
inline Take(u) { d_step { assert(first == 0 || first >= u || rank[first] <= rank[u]); owner = u; first = u } }
inline Free(u) { owner = 0 }
END
}

@test "a design that looks at numbers is checked in every numbering" {
    setup_numbers
    rtcheck env lock.env --design by_number.pml
    expect_status 1
    expect_output "fails in 3 of 6 environments"
    expect_output "numbering: objects of User are told apart by their numbers: by_number.pml:3"
    expect_output "with the objects numbered so that U1.rank=2 U2.rank=1"
    rtcheck env lock.env --design by_number.pml --json
    expect_valid stdout.txt
    expect_json "[t['class'] for t in o['told_apart']]" "['User']"
    expect_json "o['failing'], o['numberings']" "3 9"
}

@test "a kernel whose ready queue is ordered by number fails, though its tasks are listed by priority" {
    sed 's/!(has_run -> .*$/!(ready[at - 1].id >= who) ->/' "$OSEK/osek.pml" >by_id.pml
    grep -q 'ready\[at - 1\].id >= who' by_id.pml || fail "nothing was changed"
    rtcheck env "$OSEK/osek.env" --design by_id.pml --set T=3 --set R=0 --quiet
    expect_status 1
    expect_output "fails in 4 of 4 environments"
    rtcheck env "$OSEK/osek.env" --design "$OSEK/osek.pml" --set T=3 --set R=1 --json
    expect_status 0
    expect_json "o['told_apart'], o['numberings']" "[] 55"
}

@test "--no-symmetry checks every numbering; where there are too many, the answer is unknown" {
    setup_numbers
    rtcheck env lock.env --design good.pml --no-symmetry --json
    expect_status 0
    expect_json "o['numberings'], o['count']" "9 6"
    sed 's/\[8\]/[10]/' good.pml >wide.pml
    rtcheck env lock.env --design wide.pml --set N=9 --sample 1 --seed 3 --no-symmetry
    expect_status 3
    expect_output "there are more than 40320 numberings"
}

@test "any() that has a choice is a look at numbers" {
    setup_lock
    sed 's/not User->exists(v | v@Has)/not User->exists(v | v@Has) and User->any(v | v@Idle) = self/' lock.env >any.env
    rtcheck env any.env --design good.pml --json
    expect_status 0
    expect_json "[(t['class'], t['why']) for t in o['told_apart']]" "[('User', 'any() chooses among several of them')]"
    expect_json "o['numberings']" 9
}

# ---- choosing and listing ----

@test "a list, a slice of it, every third" {
    rtcheck env "$OSEK/osek.env" --set T=2 --set R=1 --list
    expect_status 0
    expect_output "Task.pr  Task.res  Resource.pr"
    [ "$(grep -c 'T=2 R=1' stdout.txt)" = 40 ] || fail "not 40 lines"
    grep 'T=2 R=1' stdout.txt >all.txt
    rtcheck env "$OSEK/osek.env" --set T=2 --set R=1 --list --from 5 --to 9
    diff <(sed -n 5,9p all.txt) <(grep 'T=2 R=1' stdout.txt) || fail "another slice"
    rtcheck env "$OSEK/osek.env" --set T=2 --set R=1 --list --every 3
    diff <(sed -n '3~3p' all.txt) <(grep 'T=2 R=1' stdout.txt) || fail "other lines"
}

@test "a list as JSON" {
    rtcheck env "$OSEK/osek.env" --set T=2 --set R=1 --list --json --from 4 --to 4
    expect_status 0
    expect_valid stdout.txt
    expect_json "o['environments'][0]['number']" 4
    expect_json "[x['class'] for x in o['environments'][0]['objects']]" "['Task', 'Task', 'Resource']"
    expect_json "o['environments'][0]['objects'][0]['attributes']['pr']" 1
}

@test "samples: the same for a seed, others for another, all different, in the whole range" {
    big=(env "$OSEK/osek.env" --set T=8 --set R=8 --set P=8 --set Q=8 --list --json --sample 200)
    rtcheck "${big[@]}" --seed 7
    expect_status 0
    expect_json "len(set(e['number'] for e in o['environments']))" 200
    expect_json "max(e['number'] for e in o['environments']) > 15e9" True
    cp stdout.txt first.txt
    rtcheck "${big[@]}" --seed 7
    expect_same_file first.txt stdout.txt
    rtcheck "${big[@]}" --seed 8
    if cmp -s first.txt stdout.txt; then fail "the seed does not matter"; fi
    rtcheck env "$OSEK/osek.env" --set T=2 --set R=1 --list --json --sample 100
    expect_json "[e['number'] for e in o['environments']] == list(range(1, 41))" True
}

# ---- files ----

@test "pictures of environments" {
    need dot
    rtcheck env "$OSEK/osek.env" --set T=2 --set R=1 --draw pictures --from 3 --to 4
    expect_status 0
    expect_output "2 files in pictures"
    python3 -c "import xml.dom.minidom as m; m.parse('pictures/T2-R1-0003.svg')"
    rtcheck env "$OSEK/osek.env" --set T=2 --set R=1 --draw pictures --draw-format png --to 1
    head -c 8 pictures/T2-R1-0001.png | grep -q PNG
}

@test "environments as Promela, with the same verdict" {
    setup_lock
    for design in good bad; do
        rtcheck env lock.env --design $design.pml --emit $design
        expect_status 0
        rtcheck env lock.env --design $design.pml --json
        failing=$(json "o['failing']")
        found=0
        for file in "$design"/*.pml; do
            rtcheck model --quiet "$file"
            [ "$status" -le 1 ] || fail "$file cannot be checked"
            found=$((found + status))
        done
        [ "$found" = "$failing" ] || fail "$design: $found models fail, but $failing environments"
    done
}

@test "definitions of the design go into the Promela" {
    setup_lock
    sed 's/owner = u/owner = WHO/' good.pml >defined.pml
    rtcheck env lock.env --design defined.pml -D WHO=u --quiet
    expect_status 0
    rtcheck env lock.env --design defined.pml -DWHO=0 --quiet
    expect_status 1
    rtcheck env lock.env --design defined.pml -D WHO=u --emit out --to 1
    rtcheck model --quiet out/*.pml
    expect_status 0
}

@test "the labelled transition system of one environment" {
    setup_lock
    rtcheck env lock.env --emit-lts lts.aut --from 2 --to 2
    expect_status 0
    expect_output "3 states"
    head -1 lts.aut | grep -q '^des *(0, *4, *3)'
    rtcheck env lock.env --emit-lts lts.dot --from 2 --to 2
    grep -q digraph lts.dot
    rtcheck env lock.env --emit-lts lts.aut
    expect_status 2
    expect_error "--from N --to N"
    rtcheck env lock.env --emit-lts lts.txt --from 2 --to 2
    expect_status 2
    expect_error "must end in .aut"
    run bash -c 'ulimit -f 0; exec "$0" env lock.env --emit-lts none.aut --from 2 --to 2' "$RTCHECK"
    expect_status 2
    [[ "$output" != *states* ]] # nothing is told of a file that could not be written
}

# ---- checking ----

@test "one inline may configure twice, and be called, too" {
    setup_lock
    sed -i 's/    configure.*/&\n    configure SetRank(0, 3);\n    configure Free(u.id) for u in User;/' lock.env
    rtcheck env lock.env --design good.pml --quiet
    expect_status 0
    expect_first_line 'holds: the design is right in every environment, 6 of them'
    rtcheck env lock.env --design bad.pml --quiet
    expect_status 1
}

@test "a design that is right everywhere" {
    rtcheck env "$OSEK/osek.env" --design "$OSEK/osek.pml" --set T=1..2 --set R=0..2
    expect_status 0
    expect_first_line "holds: the design is right in every environment, 165 of them"
    expect_output "T=2 R=2            95       95        0"
    expect_no_output "difference"
}

@test "Yatake 2010, table 2: the GetResource bug, and the structure that shows it" {
    rtcheck env "$OSEK/osek.env" --design "$OSEK/bugs/getresource_overwrites.pml" --set T=1..2 --set R=0..4
    expect_status 1
    expect_first_line "violated: the design fails in 225 of 310 environments"
    expect_output "difference: fails exactly when some task has two or more resources"
    expect_output "smallest failing environment, T=1 R=2, No. 15"
    expect_output "GetTaskDpr(1) is 1, expected 2"
    expect_output "the first 20 of 225"
}

@test "the answer as JSON" {
    setup_lock
    rtcheck env lock.env --design bad.pml --json --set N=1..3
    expect_status 1
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['complete'], o['count'], o['checked'])" "('violated', True, 19, 19)"
    expect_json "o['failing'] + o['holding']" 19
    expect_json "(o['analysis']['kind'], o['analysis']['condition'])" "('exact', 'some user has rank 2 or more')"
    expect_json "(len(o['violations']), o['violations'][0]['kind'])" "(1, 'assertion')"
    expect_json "o['violations'][0]['environment']['number']" 2
    expect_json "any('Take(1)' in line for line in o['violations'][0]['story'])" True
    rtcheck env lock.env --design good.pml --json
    expect_status 0
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['analysis']['kind'], o['violations'])" "('holds', 'none', [])"
}

@test "one answer, however many threads" {
    setup_lock
    for threads in 1 2 5; do
        rtcheck env lock.env --design bad.pml --set N=1..3 --threads $threads
        expect_status 1
        sed -E '/took/d; s/ +[0-9.]+m?s$//' stdout.txt >with-$threads.txt
    done
    expect_same_file with-1.txt with-2.txt
    expect_same_file with-1.txt with-5.txt
}

@test "some environments only: the verdict says so" {
    setup_lock
    rtcheck env lock.env --design bad.pml --to 1
    expect_status 0
    expect_first_line "holds: the design is right in all 1 environment that were chosen out of 6"
    rtcheck env lock.env --design bad.pml --sample 3 --seed 2 --json
    expect_json "(o['selected'], o['checked'])" "(3, 3)"
    rtcheck env lock.env --design bad.pml --stop-at-first --threads 1 --json
    expect_status 1
    expect_json "(o['failing'], o['complete'], o['limit'])" "(1, False, 'stopped at the first failure')"
}

@test "too few states allowed: unknown" {
    rtcheck env "$OSEK/osek.env" --design "$OSEK/osek.pml" --set T=2 --set R=1 --max-states 2 --json
    expect_status 3
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['complete'], o['unknown'])" "('unknown', False, 40)"
    expect_json "(o['undecided']['number'], 'more than 2 states' in o['undecided']['message'])" "(1, True)"
}

@test "a guard without a value is a mistake of the model, not of the design" {
    setup_lock
    sed -i 's/Free(u) \[u = id\]/Free(u) [u = id and rank div (rank - 2) < 9]/' lock.env
    rtcheck env lock.env --design good.pml --threads 1
    expect_status 3
    expect_output "could not be decided; the first is No. 2: lock.env:13:"
    expect_output "zero"
}

# ---- campaigns ----

# Waits until run.db has results; $finished is how many.
wait_for_results() {
    for _ in $(seq 200); do
        sleep 0.1
        finished=$(python3 -c "import sqlite3; print(sqlite3.connect('run.db').execute('select count(*) from checks').fetchone()[0])" 2>/dev/null || echo 0)
        [ "$finished" -gt 0 ] && return
    done
    fail "no results after 20 seconds"
}

@test "results are kept, and not made twice" {
    setup_lock
    rtcheck env lock.env --design bad.pml --set N=1..2 --results run.db --json
    expect_status 1
    expect_json "(o['resumed'], o['checked'])" "(0, 9)"
    rtcheck env lock.env --design bad.pml --set N=1..3 --results run.db --json
    expect_status 1
    expect_json "(o['resumed'], o['checked'])" "(9, 19)"
    expect_json "o['analysis']['condition']" "some user has rank 2 or more"
    python3 - <<'END'
import sqlite3
db = sqlite3.connect("run.db")
assert db.execute("select count(*), count(distinct key) from checks").fetchone() == (19, 19)
assert db.execute("select count(*) from checks where verdict = 'violated'").fetchone()[0] == \
    db.execute("select count(*) from traces").fetchone()[0]
rows = dict(db.execute("select value, count(*) from parameters where name = 'N' group by value"))
assert rows == {"1": 3, "2": 6, "3": 10}, rows
END
}

@test "a killed campaign goes on without losing or repeating finished checks" {
    command=("$RTCHECK" env "$OSEK/osek.env" --design "$OSEK/osek.pml" --set T=3..4 --set R=3 --results run.db)
    "${command[@]}" >killed.txt 2>&1 &
    pid=$!
    wait_for_results
    kill -9 $pid 2>/dev/null || true
    wait $pid 2>/dev/null || true
    cp run.db before.db
    cp run.db-wal before.db-wal 2>/dev/null || true
    status=0
    "${command[@]}" --json >stdout.txt 2>stderr.txt || status=$?
    output=$(<stdout.txt) errors=$(<stderr.txt)
    expect_status 0
    expect_json "(o['checked'], o['holding'])" "(911, 911)"
    expect_json "o['resumed'] >= $finished" True
    python3 - <<'END'
import sqlite3
before, after = sqlite3.connect("before.db"), sqlite3.connect("run.db")
old = set(before.execute("select id, key, seconds from checks"))
new = set(after.execute("select id, key, seconds from checks"))
assert old <= new, "a finished check was lost or made again"
assert after.execute("select count(*), count(distinct key) from checks").fetchone() == (911, 911)
END
}

@test "Ctrl-C: what is known, and exit status 3" {
    at_full_speed # until the first of many is done
    "$RTCHECK" env "$OSEK/osek.env" --design "$OSEK/osek.pml" --set T=1..5 --set R=0..5 --set P=5 --set Q=5 --json \
        --results run.db >stdout.txt 2>stderr.txt &
    pid=$!
    wait_for_results
    kill -INT $pid
    status=0
    wait $pid || status=$?
    output=$(<stdout.txt) errors=$(<stderr.txt)
    expect_status 3
    expect_valid stdout.txt
    expect_json "(o['verdict'], o['limit'], o['checked'] > 0)" "('unknown', 'interrupted', True)"
}

@test "results of other checks, and files of others, are refused" {
    setup_lock
    rtcheck env lock.env --design good.pml --results run.db
    expect_status 0
    rtcheck env lock.env --design bad.pml --results run.db
    expect_status 2
    expect_error "belong to other checks"
    rtcheck env lock.env --design good.pml --results lock.env
    expect_status 2
    expect_error "not a results database"
    grep -q "class User" lock.env
    rtcheck env lock.env --design good.pml --results none/run.db
    expect_status 2
    expect_error "unable to open"
}

# ---- bad input: a clear message before any work, exit status 2 ----

# broken SED-SCRIPT MESSAGE: the model, changed like that, is refused with the message and a place.
broken() {
    sed "$1" lock.env >broken.env
    cmp -s lock.env broken.env && fail "nothing was changed: $1"
    rtcheck env broken.env --design good.pml --json
    expect_status 2
    expect_error "$2"
    expect_error "broken.env:"
    expect_valid stdout.txt
}

@test "models that make no sense" {
    setup_lock
    broken 's/v | v@Has/v | v@Had/' "Had"
    broken 's/User->exists/Usr->exists/' "Usr"
    broken 's/attr rank: 1..3;/attr rank: 1..3; assoc to: Lorry[0..1];/' "Lorry"
    broken 's/attr rank: 1..3;/attr rank: 1..3; assoc to: User[2..1];/' "2..1"
    broken 's/(Owner() = id)/(Owner() + id)/' "Boolean"
    broken 's/(Owner() = id)/(Ower() = id)/' "Ower"
    broken 's/Free(u) \[/Fre(u) [/' "Fre"
    broken 's/attr rank: 1..3;/attr rank: 1..3; inv rank > 3;/' "no object graph satisfies the invariants"
}

@test "designs that do not fit" {
    setup_lock
    sed 's/inline Free/inline Release/' good.pml >other.pml
    rtcheck env lock.env --design other.pml --json
    expect_status 2
    expect_error "Free"
    expect_valid stdout.txt
    sed 's/\bowner\b/holder/g' good.pml >other.pml
    rtcheck env lock.env --design other.pml
    expect_status 2
    expect_error "owner"
    rtcheck env lock.env --design none.pml
    expect_status 2
    expect_error "none.pml"
    rtcheck env none.env --count
    expect_status 2
    expect_error "none.env"
}

@test "a range that explodes warns with the count, and goes on only if told" {
    at_full_speed
    big=(env "$OSEK/osek.env" --design "$OSEK/osek.pml" --set T=4 --set R=4 --set P=8 --set Q=8)
    rtcheck "${big[@]}"
    expect_status 2
    expect_error "5,123,727 environments"
    expect_error "--yes"
    rtcheck "${big[@]}" --sample 5
    expect_status 0
    rtcheck "${big[@]}" --from 1000000 --to 1000003
    expect_status 0
    with_time '[[ $output == *5123727* ]]' "${big[@]}" --yes --json
    expect_status 3
    expect_json "(o['limit'], o['selected'])" "('time limit', 5123727)"
}

@test "bad usage" {
    setup_lock
    rtcheck env
    expect_status 2
    rtcheck env lock.env
    expect_status 2
    expect_error "--design"
    rtcheck env lock.env --count --list
    expect_status 2
    expect_error "choose one of"
    for setting in N N= =3 N=x N=1.. N=1..x N=99999999999; do
        rtcheck env lock.env --count --set $setting
        expect_status 2
        expect_error "NAME=VALUE"
    done
    rtcheck env lock.env --count --set N=3..1
    expect_status 2
    expect_error "the range is empty"
    rtcheck env lock.env --count --set M=3
    expect_status 2
    expect_error "M"
    rtcheck env lock.env --count --set N=1 --set N=2
    expect_status 2
    expect_error "set twice"
    rtcheck env lock.env --list --from 7
    expect_status 2
    expect_error "only 6 environments"
    rtcheck env lock.env --list --from 3 --to 2
    expect_status 2
    rtcheck env lock.env --list --every 7
    expect_status 2
    expect_error "leaves no environment"
    rtcheck env lock.env --emit out
    expect_status 2
    expect_error "--design"
    rtcheck env lock.env --list --results run.db
    expect_status 2
    rtcheck env lock.env --draw none/pictures --draw-format dot
    expect_status 2
    expect_error "cannot make the directory"
}

@test "memory does not grow with the number of environments" {
    at_full_speed # and sanitizers keep what was freed
    peak() { json "o['memory_bytes']"; }
    sample=(env "$OSEK/osek.env" --design "$OSEK/osek.pml" --set T=2 --set R=2 --set P=12 --set Q=12 --threads 1 --json)
    rtcheck "${sample[@]}" --to 2000
    expect_status 0
    small=$(peak)
    rtcheck "${sample[@]}" --to 20000
    expect_status 0
    large=$(peak)
    [ $((large - small)) -lt 12000000 ] || fail "from $small to $large bytes"
}

@test "the design may be a pipe" {
    mkfifo design.pipe
    cat "$OSEK/osek.pml" >design.pipe &
    rtcheck env "$OSEK/osek.env" --design design.pipe
    expect_status 0
    expect_output "40 of them"
}

@test "a design that cannot be read is told with the reason" {
    rtcheck env "$OSEK/osek.env" --design no_such.pml --json
    expect_status 2
    expect_json "o['diagnostics'][0]['location']['file']" "no_such.pml"
    expect_json "o['diagnostics'][0]['message']" "cannot be read: No such file or directory"
}
