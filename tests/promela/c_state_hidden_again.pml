// Every search begins with hidden variables as the first one did.
// expect: holds
// options: --allow-code
// spin: none (Spin makes one search)
// check: --claim a => holds
// check: --claim b => holds
c_state "int seen" "Hidden"
byte x;
active proctype p() { c_code { seen++; now.x = seen; } }
ltl a { [] (x <= 1) }
ltl b { [] (x < 2) }
