# Completion of rtcheck for bash: source this file, or install it as
# /usr/share/bash-completion/completions/rtcheck.

_rtcheck_files() {
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -f -X "!*.@($2)" -- "$1") $(compgen -d -- "$1"))
    compopt -o filenames 2>/dev/null
}

_rtcheck_words() {
    # shellcheck disable=SC2207
    COMPREPLY=($(compgen -W "$2" -- "$1"))
}

_rtcheck() {
    local word=${COMP_WORDS[COMP_CWORD]} before=${COMP_WORDS[COMP_CWORD - 1]} command=${COMP_WORDS[1]}
    local reading="-D -I --lose-messages --escapes --allow-code --compiler --help"
    COMPREPLY=()
    if [ "$COMP_CWORD" = 1 ]; then
        _rtcheck_words "$word" "app model simulate graph env conform oil eventb timing guide xgdl doctor version help --version --help"
        return
    fi
    case $before in
    --search) _rtcheck_words "$word" "auto bfs dfs" && return ;;
    --store) _rtcheck_words "$word" "exact tree bitstate hash" && return ;;
    --compiler) _rtcheck_words "$word" "auto tcc cc" && return ;;
    --escapes) _rtcheck_words "$word" "outer inner" && return ;;
    --replay | --trace) _rtcheck_files "$word" "json" && return ;;
    --trail) _rtcheck_files "$word" "trail" && return ;;
    --msc | --gantt) _rtcheck_files "$word" "svg" && return ;;
    --compare | --guide) _rtcheck_files "$word" "xgdl" && return ;;
    --html) _rtcheck_files "$word" "html" && return ;;
    --btf) _rtcheck_files "$word" "btf" && return ;;
    --compile-commands) _rtcheck_files "$word" "json" && return ;;
    --stubs) _rtcheck_files "$word" "stubs" && return ;;
    --expect) _rtcheck_files "$word" "*" && return ;;
    --profile) _rtcheck_words "$word" "standard trampoline erika" && return ;;
    --inputs) _rtcheck_words "$word" "any small" && return ;;
    --schedule) _rtcheck_words "$word" "osek any" && return ;;
    --engine) _rtcheck_words "$word" "explicit spin all paths sequential auto widened" && return ;;
    --only | --no-check) _rtcheck_words "$word" "assertion overflow endless deadlock waiting terminate resource ceiling activation level
        interrupts event argument race uninitialised unchecked alignment" && return ;;
    --emit-c) _rtcheck_files "$word" "c" && return ;;
    -o | --output) _rtcheck_files "$word" "svg|png|pdf|dot" && return ;;
    --design) _rtcheck_files "$word" "pml|prom|promela|spin|c|so" && return ;;
    --map) _rtcheck_files "$word" "map" && return ;;
    --draw-format) _rtcheck_words "$word" "svg png pdf dot" && return ;;
    --lts | --emit-lts) _rtcheck_files "$word" "aut|dot|svg|png|pdf" && return ;;
    --results) _rtcheck_files "$word" "db" && return ;;
    --draw | --emit) COMPREPLY=($(compgen -d -- "$word")) && return ;;
    --checkpoint | --resume) _rtcheck_files "$word" "*" && return ;;
    esac
    case $command:$word in
    help:*) _rtcheck_words "$word" "app model simulate graph env conform oil eventb timing guide xgdl doctor" ;;
    model:-*)
        _rtcheck_words "$word" "--safety --ltl --claim --no-claims --acceptance --progress --fair --no-end-states
            --no-assertions --all-violations --search --store --bits --no-reduction --threads --memory --time --depth
            --checkpoint --every --resume --json --quiet --trace --msc --msc-steps --trace-limit --emit-c $reading"
        ;;
    guide:-*)
        _rtcheck_words "$word" "--guide --alphabet --allow-vacuous --bound --components --split --parts --part-time --results --guide-states --safety --ltl --claim --no-claims --acceptance
            --progress --fair --no-end-states --no-assertions --all-violations --search --store --bits --no-reduction --threads
            --memory --time --depth --checkpoint --every --resume --json --quiet --trace --msc --msc-steps --trace-limit --emit-c
            $reading"
        ;;
    simulate:-*)
        _rtcheck_words "$word" "--seed --steps --replay --trail --interactive -i --json --quiet --trace --msc --msc-steps
            --memory --time $reading"
        ;;
    graph:-*) _rtcheck_words "$word" "--process --states --limit --output -o --memory --time $reading" ;;
    app:-*)
        _rtcheck_words "$word" "--ltl --mutex --no-check --only --list-checks --expect-error --suppress --allow-vacuous --all-violations --isr --ticks --any --fair-interrupts --inputs --mode --profile --schedule -I -D
            --target --compile-commands --clang --header --stubs --without-headers --whole-objects --heap --malloc-fails --recursion --loop-bound --instructions --search --store --bits
            --no-reduction --threads --memory --time --depth --checkpoint --every --resume --json --quiet --gantt --html --btf --trace --story-limit --stack --engine
            --run --expect --tests --coverage --emit --emit-smt2 --join --nodes --values --tree --prove --help"
        ;;
    app:*) _rtcheck_files "$word" "oil|OIL|c" ;;
    env:-*)
        _rtcheck_words "$word" "--set --from --to --every --sample --seed --yes --design --count --list --draw --draw-format
            --emit --emit-lts --results --threads --max-states --memory --time --stop-at-first --no-symmetry --json --quiet $reading"
        ;;
    conform:-*)
        _rtcheck_words "$word" "--map --design --machine --every-result --explore --bound --event --setups --no-symmetry
            --store --threads --memory --time --depth --call-time --call-memory --emit --trace-limit --json --quiet $reading"
        ;;
    conform:*) _rtcheck_files "$word" "bum|eventb|bumx|txt" ;;
    env:*) _rtcheck_files "$word" "env" ;;
    xgdl:-*) _rtcheck_words "$word" "--words --word --compare --print --output -o --json --states --memory --time --help" ;;
    xgdl:*) _rtcheck_files "$word" "xgdl" ;;
    oil:-*) _rtcheck_words "$word" "--json --print -D -I --memory --time --help" ;;
    oil:*) _rtcheck_files "$word" "oil|OIL" ;;
    eventb:-*)
        _rtcheck_words "$word" "--bound --setups --no-symmetry --event --check --deadlock --ltl --no-refinement --no-solver --no-beyond --strict --all-violations --search --store
            --bits --threads --memory --time --depth --machine --lts --print --ascii --trace-limit --json --quiet --help"
        ;;
    timing:-*)
        _rtcheck_words "$word" "--describe --emit --ltl --memory-access --guide --alphabet --allow-vacuous --set --low-is-urgent --backlog --queue --times --step --dense --oldest --search --store --threads
            --memory --time --depth --show --story-limit --gantt --btf --html --json --quiet --wcrt --help"
        ;;
    timing:*) _rtcheck_files "$word" "amxmi" ;;
    eventb:*) _rtcheck_files "$word" "bum|buc|eventb|bumx|bucx|txt" ;;
    model:* | simulate:* | graph:*) _rtcheck_files "$word" "pml|prom|promela|spin" ;;
    esac
}

shopt -s extglob 2>/dev/null
complete -F _rtcheck rtcheck
