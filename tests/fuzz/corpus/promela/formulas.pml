int x, y;
active proctype P() { L: x = 1; if :: x -> y = 2 :: y fi }
c_code { z = 0; }
ltl safe { [] (x < 3 -> <> (y > 1 && P@L)) }
ltl { always (x == 1 implies eventually (y == 2)) <-> (x U y) W (X y V x) R y }
c_decl { int z; } c_state "int w" "Global" "0" c_track "&z" "sizeof(int)"
