// A body of skip has one step, and then dies.
// expect: holds
// spin-states: 3
active proctype a() { skip }
