// C variables may have any name: none is taken for one of the checker's own. The sum is right everywhere.
// expect: holds
// spin: none (Spin takes some of the names for its own)
// options: --allow-code
c_decl {
    extern int count; extern int pid; extern int v; extern int r; extern int s; extern int t; extern
    int tn; extern int tm; extern int sn; extern int sm; extern int c; extern int o; extern int m;
    extern int me; extern int k; extern int n; extern int q; extern int at; extern int full; extern
    int who; extern int what; extern int value; extern int fields; extern int wanted; extern int
    provided; extern int asserted; extern int laps; extern int offered; extern int moved; extern int
    location; extern int emit; extern int context; extern int seen; extern int property; extern int
    faulty; extern int faults; extern int size; extern int state; extern int step; extern int type;
    extern int frame; extern int first; extern int fault; extern int priority; extern int a0; extern
    int a; extern int i;
}
c_code {
    int count = 1; int pid = 2; int v = 3; int r = 4; int s = 5; int t = 6; int tn = 7; int tm = 8;
    int sn = 9; int sm = 10; int c = 11; int o = 12; int m = 13; int me = 14; int k = 15; int n =
    16; int q = 17; int at = 18; int full = 19; int who = 20; int what = 21; int value = 22; int
    fields = 23; int wanted = 24; int provided = 25; int asserted = 26; int laps = 27; int offered =
    28; int moved = 29; int location = 30; int emit = 31; int context = 32; int seen = 33; int
    property = 34; int faulty = 35; int faults = 36; int size = 37; int state = 38; int step = 39;
    int type = 40; int frame = 41; int first = 42; int fault = 43; int priority = 44; int a0 = 45;
    int a = 46; int i = 47;
    int sum(void) {
        return count + pid + v + r + s + t + tn + tm + sn + sm + c + o + m + me + k + n + q + at +
            full + who + what + value + fields + wanted + provided + asserted + laps + offered +
            moved + location + emit + context + seen + property + faulty + faults + size + state +
            step + type + frame + first + fault + priority + a0 + a + i;
    }
}
int x, y;
chan queue = [1] of { int };
chan port = [0] of { int };
active proctype receiver() {
    port?y
}
active proctype main() {
    c_code { now.x = count + pid + v + r + s + t + tn + tm + sn + sm + c + o + m + me + k + n + q +
        at + full + who + what + value + fields + wanted + provided + asserted + laps + offered +
        moved + location + emit + context + seen + property + faulty + faults + size + state + step
        + type + frame + first + fault + priority + a0 + a + i; };
    assert(x == 1128);
    x = 0;
    d_step { c_code { now.x = count + pid + v + r + s + t + tn + tm + sn + sm + c + o + m + me + k +
        n + q + at + full + who + what + value + fields + wanted + provided + asserted + laps +
        offered + moved + location + emit + context + seen + property + faulty + faults + size +
        state + step + type + frame + first + fault + priority + a0 + a + i; }; assert(x == 1128) };
    x = 0;
    if :: c_expr { (count + pid + v + r + s + t + tn + tm + sn + sm + c + o + m + me + k + n + q +
        at + full + who + what + value + fields + wanted + provided + asserted + laps + offered +
        moved + location + emit + context + seen + property + faulty + faults + size + state + step
        + type + frame + first + fault + priority + a0 + a + i - sum()) == 0 } fi;
    x = c_expr { count + pid + v + r + s + t + tn + tm + sn + sm + c + o + m + me + k + n + q + at +
        full + who + what + value + fields + wanted + provided + asserted + laps + offered + moved +
        location + emit + context + seen + property + faulty + faults + size + state + step + type +
        frame + first + fault + priority + a0 + a + i};
    assert(x == 1128);
    queue!c_expr { count + pid + v + r + s + t + tn + tm + sn + sm + c + o + m + me + k + n + q + at
        + full + who + what + value + fields + wanted + provided + asserted + laps + offered + moved
        + location + emit + context + seen + property + faulty + faults + size + state + step + type
        + frame + first + fault + priority + a0 + a + i};
    queue?eval(c_expr { count + pid + v + r + s + t + tn + tm + sn + sm + c + o + m + me + k + n + q
        + at + full + who + what + value + fields + wanted + provided + asserted + laps + offered +
        moved + location + emit + context + seen + property + faulty + faults + size + state + step
        + type + frame + first + fault + priority + a0 + a + i});
    port!c_expr { count + pid + v + r + s + t + tn + tm + sn + sm + c + o + m + me + k + n + q + at
        + full + who + what + value + fields + wanted + provided + asserted + laps + offered + moved
        + location + emit + context + seen + property + faulty + faults + size + state + step + type
        + frame + first + fault + priority + a0 + a + i};
    (y == x);
    assert(y == 1128)
}
