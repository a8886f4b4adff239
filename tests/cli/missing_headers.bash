# For tests of applications whose headers are not all there.

# application TEXT: one.oil, one task, and one.c, which includes a header that is not there.
application() {
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK t1 { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; };\n' >one.oil
    printf '#include "os.h"\n#include <assert.h>\n#include "board.h"\n%s\n' "$1" >one.c
}

# answer STATUS TEXT: what rtcheck says of such an application.
answer() {
    application "$2"
    rtcheck app --without-headers one.oil one.c
    expect_status "$1"
}

# shared DEFINITION [PLACE]: a task and an interrupt routine count PLACE, which a third source has; none has the header.
shared() {
    local place=${2:-lvl}
    printf 'CPU c { OS os { STATUS = EXTENDED; }; TASK T { PRIORITY = 1; SCHEDULE = FULL; ACTIVATION = 1; AUTOSTART = TRUE; }; ISR I { CATEGORY = 2; }; };\n' >one.oil
    printf '#include "os.h"\n#include "board.h"\nTASK(T) { %s = (%s + 1) %% 3; TerminateTask(); }\n' "$place" "$place" >one.c
    printf '#include "os.h"\n#include "board.h"\nISR(I) { %s = (%s + 1) %% 3; }\n' "$place" "$place" >two.c
    printf '#include "board.h"\n%s\n' "$1" >three.c
}

# raced DEFINITION [PLACE]: ... and rtcheck sees that they share it, in whatever order the sources come.
raced() {
    shared "$@"
    at_usual_speed
    for sources in 'one.c two.c three.c' 'three.c two.c one.c'; do
        rtcheck app --without-headers one.oil $sources
        expect_status 1
        expect_output "is read and written by ISR I (two.c:3) while task T reads and writes it"
        at_full_speed # the other ways of asking the same
    done
}

# hides CALLS_OF_T CALLS_OF_U [HEADER]: tasks t, which waits first, and u, with a header that is not there, or this.
hides() {
    cat >c.oil <<'END'
CPU c { OS o { STATUS = EXTENDED; }; EVENT e { MASK = AUTO; }; RESOURCE r { RESOURCEPROPERTY = STANDARD; };
 TASK t { PRIORITY = 2; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; EVENT = e; RESOURCE = r; };
 TASK u { PRIORITY = 1; ACTIVATION = 1; SCHEDULE = FULL; AUTOSTART = TRUE; RESOURCE = r; }; };
END
    printf '#include "os.h"\n#include "none.h"\nint v[8];\nTASK(t) {\n%s\n}\nTASK(u) {\n%s\n}\n' "$1" "$2" >a.c
    rm -f none.h
    if [ -n "$3" ]; then printf '%s\n' "$3" >none.h; fi
    rtcheck app --without-headers c.oil a.c
}
