mtype = { request, reply };
typedef Message { mtype kind; byte body[2]; }
chan to_server = [2] of { Message }, back = [0] of { mtype, byte };
chan many[2] = [1] of { int };
proctype server(chan in; byte times) {
    Message m;
    do
    :: in?m -> back!reply(m.body[0])
    :: many[0]??[3] && nempty(in) -> many[0]??3
    :: in?<m>
    :: times > 0 -> times--
    :: timeout -> break
    od
}
init {
    Message m;
    int x;
    run server(to_server, 3) priority 2;
    m.kind = request;
    to_server!!m;
    back?reply, x;
    back?eval(m.kind), _;
    for (m in to_server) { x = x + m.body[1] }
    if
    :: full(to_server) || empty(many[1]) -> many[1]!-x
    :: else
    fi
}
