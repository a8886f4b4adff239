// One token goes round; who has it may work.
// expect: holds
// spin-states: 84
// options: -D N=3
// check: --claim one_at_a_time => holds
// check: --claim all_work => violated
// check: --claim all_work --fair => violated
chan link[N] = [1] of { bit };
byte working; byte who = 255;
active [N] proctype station() {
    if :: _pid == 0 -> link[0]!1 :: else fi;
    do
    :: link[_pid]?1 ->
       if
       :: atomic { working++; who = _pid }; assert(working == 1); working--
       :: skip
       fi;
       link[(_pid + 1) % N]!1
    od
}
ltl one_at_a_time { [] (working <= 1) }
ltl all_work { [] <> (who == 1) }
