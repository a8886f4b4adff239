// A blocked process of high priority lets others run until it can go on.
// expect: holds
// spin-states: 11
byte x, y;
active proctype low() priority 1 { x = 1; y = 1; x = 2; y = 2 }
active proctype high() priority 5 { x == 1; assert(y == 0); x == 2; assert(y == 1) }
