// The accepting process needs the other's help to go round.
// expect: violated invalid end state
// spin-states: 6
// check: --acceptance => violated acceptance cycle
// check: --acceptance --fair => violated acceptance cycle
byte turn;
active proctype a() { 
    do 
    :: turn == 0 -> 
accept: turn = 1 
    od 
}
active proctype b() { do :: turn == 1 -> turn = 0 :: turn == 1 -> turn = 2 od }
