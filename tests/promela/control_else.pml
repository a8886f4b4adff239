// else is executable iff no other option is, in this process, in this state.
// expect: holds
// spin-states: 57
byte x, elses;
active proctype a() {
    do
    :: x == 1 -> assert(elses <= 3); break
    :: x == 2 -> break
    :: elses == 3 -> break
    :: else -> elses++
    od
}
active proctype b() { x = 1; x = 2 }
