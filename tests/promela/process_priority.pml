// Only processes of the highest priority that can move do.
// expect: holds
// spin-states: 7
byte order;
active proctype low() priority 1 { order = order * 3 + 1; order = order * 3 + 1 }
active proctype high() priority 5 { order = order * 3 + 2; order = order * 3 + 2 }
