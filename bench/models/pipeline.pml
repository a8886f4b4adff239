// A pipeline of stages with wide records between them: a state of well over 100 bytes, of which a step changes few.
#ifndef STAGES
#define STAGES 5
#endif
#ifndef WIDTH
#define WIDTH 16
#endif
#ifndef VALUES
#define VALUES 2
#endif
typedef record { int field[WIDTH]; byte stamp };
record stage_data[STAGES];
chan link[STAGES] = [1] of { byte, byte };
proctype stage(byte me) {
    byte value, place;
    do
    :: link[me]?value,place ->
        stage_data[me].field[place] = (stage_data[me].field[place] + value) % VALUES;
        stage_data[me].stamp = (stage_data[me].stamp + 1) % 2;
        if
        :: me < STAGES - 1 -> link[me + 1]!value,(place + 1) % WIDTH
        :: else -> assert(stage_data[me].field[place] < VALUES)
        fi
    od
}
init {
    byte i, place;
    atomic { for (i : 0 .. STAGES - 1) { run stage(i) } ; i = 0 };
    do
    :: link[0]!1,place; if :: place < 1 -> place++ :: else -> place = 0 fi
    :: link[0]!0,place
    od
}
