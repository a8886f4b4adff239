chan q = [1] of { byte, bit };
D_proctype low(byte id; chan c) priority 1 { xs c; c!id,1; set_priority(_pid, get_priority(_pid) + 1); _priority = 3; _ = id }
init priority 5 { atomic { run low(1, q); run low(2, q) }; (_nr_pr == 1) && enabled(0); c_code [x > 0] { x--; }; c_expr { x } }
notrace { do :: q!1,1 :: q?_,_ -> break od }
