// Lamport's bakery with bounded tickets.
// expect: violated invalid end state
// spin-states: 2185
// options: -D N=2
#define LIMIT 4
byte ticket[N], inside; bit choosing[N];
active [N] proctype p() {
    byte j, most;
    do
    :: choosing[_pid] = 1;
       d_step {
           most = 0; j = 0;
           do :: j < N -> if :: ticket[j] > most -> most = ticket[j] :: else fi; j++ :: else -> break od
       };
end_full:
       most < LIMIT;
       ticket[_pid] = most + 1;
       choosing[_pid] = 0;
       j = 0;
       do
       :: j < N ->
            choosing[j] == 0;
            (ticket[j] == 0 || ticket[j] > ticket[_pid] || (ticket[j] == ticket[_pid] && j >= _pid));
            j++
       :: else -> break
       od;
       inside++; assert(inside == 1); inside--;
       ticket[_pid] = 0
    od
}
