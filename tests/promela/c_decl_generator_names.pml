// Embedded C may call its things as the generated text calls its own, and define macros of such names.
// expect: holds
// options: --allow-code
// spin: none (its verifier has such names itself)
c_decl {
    struct Now { int y; };
    struct step { int z; } next;
    typedef short u8;
    static int marks, index_of;
    \#define r 7
    \#define tm (r + 1)
    int moves(int fault) { return fault + 1; }
}
c_state "struct step local_step" "Local p"
byte x, sink;
active proctype p() {
    byte run0;
    c_code { u8 begin = r; struct Now now0 = { tm }; next.z = moves(begin); Pp->local_step.z = now0.y; Pp->run0 = next.z; now.sink = 1; };
    assert(run0 == 8 && sink == 1);
    c_code { now.x = Pp->local_step.z; // a } in a comment that doesn't count
    };
    assert(x == 8)
}
