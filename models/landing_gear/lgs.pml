/* The landing gear system of an aircraft (F. Boniol, V. Wiels: The landing gear system case study, 2014), in ticks of
 * 0.1 s. README.md says how it was read, line by line; guides are beside it.
 *
 *   rtcheck guide lgs.pml --guide pilot.xgdl          the pilot alone, nothing fails
 *   rtcheck guide lgs.pml --guide f_7.xgdl            one failure, at any moment
 *
 * Three parties move: the clock (physics, then software, then requirements, in one step), the pilot, and fate.
 * -DMUTANT=n plants a bug in the software (1 .. 12); -DNO_REQUIREMENTS leaves them out; -DREMEMBER keeps states apart
 * that differ only in what cannot matter any more, -DKEEP_TIMES those that differ in such times; -DNO_f_3_2 and -DNO_f_4_1
 * take these failures out of the model, for guides that do not have them, so that more of it cannot matter. */
#ifndef MUTANT
#define MUTANT 0
#endif

/* ---- the plant's state ---- */

#define FULL 10 /* pressure: ticks since it was fed, up to 1 s; what is not fed has none */

bool down = 1;        /* the handle */
byte since = 215;     /* ticks since it was moved, up to 21.5 s */

mtype = { OPEN, CLOSING, CLOSED, OPENING };
mtype switch_is = OPEN; /* the analogical switch, and the ticks until it changes by itself */
byte switch_time;

byte main_pressure;                                  /* behind the general electro-valve */
byte p_open, p_close, p_extend, p_retract;           /* in the four manoeuvring circuits */

/* Doors and gears: ticks from the closed or upper lock, as fast as they moved last: outwards or inwards. The stretches are
 * a lock, the way, and for gears another lock. */
#define DOOR_UNLOCK 4
#define DOOR_LOCK 3
#define GEAR_UNLOCK 8
#define GEAR_LOCK 4
bool doors_in, gears_in; /* they moved inwards last; 0 when all of them are at an end */
byte front_door, left_door, right_door;
byte front_gear = 24, left_gear = 28, right_gear = 28;

/* The ways: out and in. */
#define FRONT_DOOR_OUT 12
#define FRONT_DOOR_IN 12
#define SIDE_DOOR_OUT 15
#define SIDE_DOOR_IN 16
#define FRONT_GEAR_OUT 12
#define FRONT_GEAR_IN 16
#define SIDE_GEAR_OUT 16
#define SIDE_GEAR_IN 20

/* What has failed, for ever: 0 nothing, 1 blocked open, 2 blocked closed; cylinders: 1 blocked where it is. */
byte f_switch, f_main, f_open, f_close, f_extend, f_retract;
bit f_front_door, f_left_door, f_right_door, f_front_gear, f_left_gear, f_right_gear;

#define FAILED (f_switch || f_main || f_open || f_close || f_extend || f_retract || f_front_door || f_left_door || \
                f_right_door || f_front_gear || f_left_gear || f_right_gear)

/* ---- the sensors ---- */

#define SWITCH_SEEN_CLOSED (f_switch == 2 || (f_switch == 0 && switch_is == CLOSED))
#define PRESSURISED (main_pressure == FULL)
#define DOOR_IS_OPEN(door, out_, in_) (door == (doors_in -> DOOR_LOCK + in_ : DOOR_UNLOCK + out_))
#define GEAR_IS_DOWN(gear, out_, in_) (gear == GEAR_UNLOCK + GEAR_LOCK + (gears_in -> in_ : out_))
#define FRONT_OPEN DOOR_IS_OPEN(front_door, FRONT_DOOR_OUT, FRONT_DOOR_IN)
#define LEFT_OPEN DOOR_IS_OPEN(left_door, SIDE_DOOR_OUT, SIDE_DOOR_IN)
#define RIGHT_OPEN DOOR_IS_OPEN(right_door, SIDE_DOOR_OUT, SIDE_DOOR_IN)
#define DOORS_OPEN (FRONT_OPEN && LEFT_OPEN && RIGHT_OPEN)
#define DOORS_CLOSED (front_door == 0 && left_door == 0 && right_door == 0)
#define FRONT_DOWN GEAR_IS_DOWN(front_gear, FRONT_GEAR_OUT, FRONT_GEAR_IN)
#define LEFT_DOWN GEAR_IS_DOWN(left_gear, SIDE_GEAR_OUT, SIDE_GEAR_IN)
#define RIGHT_DOWN GEAR_IS_DOWN(right_gear, SIDE_GEAR_OUT, SIDE_GEAR_IN)
#define GEARS_DOWN (FRONT_DOWN && LEFT_DOWN && RIGHT_DOWN)
#define GEARS_UP (front_gear == 0 && left_gear == 0 && right_gear == 0)
#define SOME_GEAR_DOWN (FRONT_DOWN || LEFT_DOWN || RIGHT_DOWN)
#define SOME_GEAR_UP (front_gear == 0 || left_gear == 0 || right_gear == 0)
#define GEARS_LOCKED ((front_gear == 0 || FRONT_DOWN) && (left_gear == 0 || LEFT_DOWN) && (right_gear == 0 || RIGHT_DOWN))

/* ---- the software's state ---- */

mtype = { RESTING, DOORS_OUT, GEARS_MOVE, DOORS_IN, ENDING };
mtype phase = RESTING;
bool seen_down = 1;                                   /* the handle, as the software saw it last */
bool ev_main, ev_open, ev_close, ev_extend, ev_retract; /* orders to the electro-valves */
byte wait;                                            /* ticks before the next order may be given */
byte watch_pressure, watch_doors, watch_gears;        /* ticks that are left for what was ordered; 0: none */
bool red;                                             /* anomaly; the other lights follow from the sensors */

#define GREEN GEARS_DOWN
#define ORANGE (!DOORS_CLOSED || !GEARS_LOCKED)

/* ---- physics: one tick, everything by the values before it ---- */

inline pressure(level, fed) {
    level = (fed -> (level < FULL -> level + 1 : FULL) : 0)
}

/* Turning back: the same place, in ticks of the other direction, rounded down; what is between the ends stays there.
 * `a` and `b` are the lengths of the stretches in the old direction and in the new one. */
inline convert(at, a1, b1, a2, b2, a3, b3) {
    if
    :: at == 0
    :: at == a1 + a2 + a3 -> at = b1 + b2 + b3
    :: else ->
        if
        :: at < a1 -> at = (at * b1) / a1
        :: at >= a1 && at < a1 + a2 -> at = b1 + ((at - a1) * b2) / a2
        :: at >= a1 + a2 -> at = b1 + b2 + ((at - a1 - a2) * b3) / (a3 > 0 -> a3 : 1)
        fi;
        at = (at == 0 -> 1 : (at >= b1 + b2 + b3 -> b1 + b2 + b3 - 1 : at))
    fi
}

inline outwards(at, top, blocked) {
    if
    :: !blocked && at < top -> at++
    :: else
    fi
}

inline inwards(at, blocked) {
    if
    :: !blocked && at > 0 -> at--
    :: else
    fi
}

inline move_doors() {
    if
    :: p_open == FULL && p_close < FULL ->
        if
        :: doors_in ->
            doors_in = 0;
            convert(front_door, DOOR_LOCK, DOOR_UNLOCK, FRONT_DOOR_IN, FRONT_DOOR_OUT, 0, 0);
            convert(left_door, DOOR_LOCK, DOOR_UNLOCK, SIDE_DOOR_IN, SIDE_DOOR_OUT, 0, 0);
            convert(right_door, DOOR_LOCK, DOOR_UNLOCK, SIDE_DOOR_IN, SIDE_DOOR_OUT, 0, 0)
        :: else
        fi;
        outwards(front_door, DOOR_UNLOCK + FRONT_DOOR_OUT, f_front_door);
        outwards(left_door, DOOR_UNLOCK + SIDE_DOOR_OUT, f_left_door);
        outwards(right_door, DOOR_UNLOCK + SIDE_DOOR_OUT, f_right_door)
    :: p_close == FULL && p_open < FULL ->
        if
        :: !doors_in ->
            doors_in = 1;
            convert(front_door, DOOR_UNLOCK, DOOR_LOCK, FRONT_DOOR_OUT, FRONT_DOOR_IN, 0, 0);
            convert(left_door, DOOR_UNLOCK, DOOR_LOCK, SIDE_DOOR_OUT, SIDE_DOOR_IN, 0, 0);
            convert(right_door, DOOR_UNLOCK, DOOR_LOCK, SIDE_DOOR_OUT, SIDE_DOOR_IN, 0, 0)
        :: else
        fi;
        inwards(front_door, f_front_door);
        inwards(left_door, f_left_door);
        inwards(right_door, f_right_door);
        doors_in = !DOORS_CLOSED
    :: else
    fi
}

inline move_gears() {
    if
    :: p_extend == FULL && p_retract < FULL ->
        if
        :: gears_in ->
            gears_in = 0;
            convert(front_gear, GEAR_LOCK, GEAR_UNLOCK, FRONT_GEAR_IN, FRONT_GEAR_OUT, GEAR_UNLOCK, GEAR_LOCK);
            convert(left_gear, GEAR_LOCK, GEAR_UNLOCK, SIDE_GEAR_IN, SIDE_GEAR_OUT, GEAR_UNLOCK, GEAR_LOCK);
            convert(right_gear, GEAR_LOCK, GEAR_UNLOCK, SIDE_GEAR_IN, SIDE_GEAR_OUT, GEAR_UNLOCK, GEAR_LOCK)
        :: else
        fi;
        outwards(front_gear, GEAR_UNLOCK + FRONT_GEAR_OUT + GEAR_LOCK, f_front_gear);
        outwards(left_gear, GEAR_UNLOCK + SIDE_GEAR_OUT + GEAR_LOCK, f_left_gear);
        outwards(right_gear, GEAR_UNLOCK + SIDE_GEAR_OUT + GEAR_LOCK, f_right_gear)
    :: p_retract == FULL && p_extend < FULL ->
        if
        :: !gears_in ->
            gears_in = 1;
            convert(front_gear, GEAR_UNLOCK, GEAR_LOCK, FRONT_GEAR_OUT, FRONT_GEAR_IN, GEAR_LOCK, GEAR_UNLOCK);
            convert(left_gear, GEAR_UNLOCK, GEAR_LOCK, SIDE_GEAR_OUT, SIDE_GEAR_IN, GEAR_LOCK, GEAR_UNLOCK);
            convert(right_gear, GEAR_UNLOCK, GEAR_LOCK, SIDE_GEAR_OUT, SIDE_GEAR_IN, GEAR_LOCK, GEAR_UNLOCK)
        :: else
        fi;
        inwards(front_gear, f_front_gear);
        inwards(left_gear, f_left_gear);
        inwards(right_gear, f_right_gear);
        gears_in = !GEARS_UP
    :: else
    fi
}

inline move_switch() {
    if
    :: switch_time > 0 -> switch_time--
    :: else
    fi;
    if
    :: switch_time == 0 && switch_is == CLOSING -> switch_is = CLOSED; switch_time = 200
    :: switch_time == 0 && switch_is == CLOSED -> switch_is = OPENING; switch_time = 12
    :: switch_time == 0 && switch_is == OPENING -> switch_is = OPEN
    :: else
    fi
}

#define OPENED(order, failure) (failure == 1 || (failure == 0 && order))

inline physics() {
    move_doors();
    move_gears();
    pressure(p_open, OPENED(ev_open, f_open) && PRESSURISED);
    pressure(p_close, OPENED(ev_close, f_close) && PRESSURISED);
    pressure(p_extend, OPENED(ev_extend, f_extend) && PRESSURISED);
    pressure(p_retract, OPENED(ev_retract, f_retract) && PRESSURISED);
    pressure(main_pressure, OPENED((ev_main && SWITCH_SEEN_CLOSED), f_main));
    move_switch();
    if
    :: since < 215 -> since++
    :: else
    fi
}

/* ---- what cannot matter any more ---- */

/* States that differ in nothing that will ever be seen or felt are made one. What is failed is failed for ever: nobody
 * looks at a blocked switch's own state; where a blocked cylinder stands between its ends makes no difference, nor does
 * it for all of them once they can get no pressure. */
#define DOORS_STUCK (p_open == 0 && p_close == 0 && ((f_main == 2 && main_pressure == 0) || (f_open == 2 && f_close == 2)))
#define GEARS_STUCK \
    (p_extend == 0 && p_retract == 0 && ((f_main == 2 && main_pressure == 0) || (f_extend == 2 && f_retract == 2)))

inline forget_door(at, out_, in_, blocked) {
    if
    :: (blocked || DOORS_STUCK) && at > 0 && !DOOR_IS_OPEN(at, out_, in_) -> at = 1
    :: else
    fi
}

inline forget_gear(at, out_, in_, blocked) {
    if
    :: (blocked || GEARS_STUCK) && at > 0 && !GEAR_IS_DOWN(at, out_, in_) -> at = 1
    :: else
    fi
}

/* Doors that are open, and stay so as long as they are ordered to: only pressure that closes and none that opens moves
 * them, and that takes two failures, an opening valve blocked closed and a closing one blocked open. Then nobody needs the
 * time after which it is looked whether they are open. */
#ifdef NO_f_3_2
#define OPENING_LASTS true
#else
#define OPENING_LASTS (f_open == 1)
#endif
#ifdef NO_f_4_1
#define CLOSING_ENDS true
#else
#define CLOSING_ENDS (f_close == 2)
#endif
#define DOORS_HELD (ev_open && DOORS_OPEN && p_close <= p_open && (OPENING_LASTS || CLOSING_ENDS))

/* Orders that will not be carried out, whatever else fails: no pressure will come, or none that the contrary circuit does
 * not hold, or a cylinder is blocked elsewhere. */
#define UNFED(failure, level) (level == 0 && (failure == 2 || (f_main == 2 && main_pressure == 0)))
#define DOOR_BLOCKED_OFF (f_front_door && !FRONT_OPEN || f_left_door && !LEFT_OPEN || f_right_door && !RIGHT_OPEN)
#define DOOR_BLOCKED_OUT (f_front_door && front_door > 0 || f_left_door && left_door > 0 || f_right_door && right_door > 0)
#define GEAR_BLOCKED_OFF (f_front_gear && !FRONT_DOWN || f_left_gear && !LEFT_DOWN || f_right_gear && !RIGHT_DOWN)
#define GEAR_BLOCKED_OUT (f_front_gear && front_gear > 0 || f_left_gear && left_gear > 0 || f_right_gear && right_gear > 0)
#define HELD_BY(failure, level, contrary) (failure == 1 && level <= contrary)
#define NEVER_OPEN (!DOORS_OPEN && (UNFED(f_open, p_open) || HELD_BY(f_close, p_open, p_close) || DOOR_BLOCKED_OFF))
#define NEVER_CLOSED (!DOORS_CLOSED && (UNFED(f_close, p_close) || HELD_BY(f_open, p_close, p_open) || DOOR_BLOCKED_OUT))
#define NEVER_DOWN (!GEARS_DOWN && (UNFED(f_extend, p_extend) || HELD_BY(f_retract, p_extend, p_retract) || GEAR_BLOCKED_OFF))
#define NEVER_UP (!GEARS_UP && (UNFED(f_retract, p_retract) || HELD_BY(f_extend, p_retract, p_extend) || GEAR_BLOCKED_OUT))

/* Then the red light comes on in `left` ticks at the latest, unless the handle is moved. (Not so while the gears move: the
 * order to open the doors ends when the gears are there, whether the doors have stayed open or not.) When that is before anybody looks how
 * long ago it was moved, and before the switch opens by itself, nobody needs either time: a move lets both begin anew. */
inline forget_moved(left) {
    if
    :: since >= 10 && since + left < 150 && f_switch != 0 -> since = 10
    :: since >= 10 && since + left < 150 && f_switch == 0 && switch_is == CLOSED && switch_time > left ->
        since = 10; switch_time = 200
    :: else
    fi
}

inline forget_times() {
#if MUTANT == 0 && !defined(KEEP_TIMES)
    if
    :: DOORS_HELD -> watch_doors = 0; r_doors = 0
    :: else
    fi;
    if
    :: watch_doors > 0 && (phase == DOORS_OUT && ev_open && NEVER_OPEN || ev_close && NEVER_CLOSED) -> forget_moved(watch_doors)
    :: else ->
        if
        :: watch_gears > 0 && (ev_extend && NEVER_DOWN || ev_retract && NEVER_UP) -> forget_moved(watch_gears)
        :: else
        fi
    fi
#else
    skip
#endif
}

inline forget() {
#ifndef REMEMBER
    if
    :: f_switch != 0 -> switch_is = OPEN; switch_time = 0
    :: else
    fi;
    forget_door(front_door, FRONT_DOOR_OUT, FRONT_DOOR_IN, f_front_door);
    forget_door(left_door, SIDE_DOOR_OUT, SIDE_DOOR_IN, f_left_door);
    forget_door(right_door, SIDE_DOOR_OUT, SIDE_DOOR_IN, f_right_door);
    forget_gear(front_gear, FRONT_GEAR_OUT, FRONT_GEAR_IN, f_front_gear);
    forget_gear(left_gear, SIDE_GEAR_OUT, SIDE_GEAR_IN, f_left_gear);
    forget_gear(right_gear, SIDE_GEAR_OUT, SIDE_GEAR_IN, f_right_gear);
    forget_times()
#else
    skip
#endif
}

/* ---- the software: one cycle ---- */

bool was_main, was_open, was_close, was_extend, was_retract; /* orders of the cycle before; all false between ticks */

#if MUTANT == 1
#define IN_POSITION (seen_down -> GEARS_DOWN || SOME_GEAR_DOWN : GEARS_UP) /* one gear down is enough */
#else
#define IN_POSITION (seen_down -> GEARS_DOWN : GEARS_UP)
#endif
#if MUTANT == 2
#define MAY_MOVE_GEARS FRONT_OPEN /* only the front door is looked at */
#else
#define MAY_MOVE_GEARS DOORS_OPEN
#endif

/* The handle was moved: go on from where the other sequence was. */
inline turn_around() {
    if
    :: phase == DOORS_OUT -> phase = DOORS_IN
#if MUTANT == 3
    :: phase == RESTING || phase == ENDING -> phase = DOORS_OUT
    :: phase == DOORS_IN /* closes the doors first, and has forgotten the order then */
#else
    :: phase == RESTING || phase == DOORS_IN || phase == ENDING -> phase = DOORS_OUT
#endif
    :: phase == GEARS_MOVE
    fi
}

/* What is where it should be counts only under its own order: after a contrary one, the pressure that is left still moves
 * it for a tick. */
#if MUTANT == 11
#define UNDER(order) true
#else
#define UNDER(order) order
#endif

inline advance() {
    if
    :: phase == DOORS_OUT && MAY_MOVE_GEARS && UNDER(ev_open) -> phase = GEARS_MOVE
    :: phase == GEARS_MOVE && IN_POSITION && UNDER((seen_down -> ev_extend : ev_retract)) -> phase = DOORS_IN
    :: phase == DOORS_IN && DOORS_CLOSED && UNDER(ev_close) -> phase = ENDING; wait = 10
    :: phase == ENDING && wait == 0 -> phase = RESTING
    :: else
    fi
}

inline give_orders() {
    was_main = ev_main; was_open = ev_open; was_close = ev_close; was_extend = ev_extend; was_retract = ev_retract;
#if MUTANT == 4
    ev_main = (phase != RESTING && phase != ENDING); /* stops with the manoeuvring valves */
#elif MUTANT == 12
    ev_main = (phase != RESTING && phase != DOORS_IN); /* saves pressure while the doors close */
#else
    ev_main = (phase != RESTING);
#endif
    if
    :: ev_main && !was_main -> wait = 2
    :: else
    fi;
#if MUTANT == 5
    ev_open = (phase == DOORS_OUT || phase == GEARS_MOVE); /* at once, and together with the general one */
    ev_close = (phase == DOORS_IN);
#else
    ev_open = ((phase == DOORS_OUT || phase == GEARS_MOVE) && wait == 0 && !was_close);
    ev_close = (phase == DOORS_IN && wait == 0 && !was_open);
#endif
#if MUTANT == 6
    ev_extend = (phase == GEARS_MOVE && seen_down);
    ev_retract = (phase == GEARS_MOVE && (!seen_down || was_retract)); /* never lets go before the end */
#elif MUTANT == 7
    ev_extend = (phase == GEARS_MOVE && !seen_down);
    ev_retract = (phase == GEARS_MOVE && seen_down); /* the wrong way round */
#else
    ev_extend = (phase == GEARS_MOVE && seen_down && !was_retract);
    ev_retract = (phase == GEARS_MOVE && !seen_down && !was_extend);
#endif
}

/* Time that is left until somebody looks whether an order was carried out: begins with it, and ends with it. */
inline time_orders() {
    if
    :: ev_main && !was_main -> watch_pressure = 20
    :: !ev_main && was_main -> watch_pressure = 100
    :: else
    fi;
    if
#if MUTANT == 8
    :: ev_open && !was_open -> watch_doors = 250 /* far too patient */
#else
    :: ev_open && !was_open -> watch_doors = 70
#endif
    :: ev_close && !was_close -> watch_doors = 70
    :: !ev_open && !ev_close -> watch_doors = 0
    :: else
    fi;
    if
    :: (ev_extend && !was_extend) || (ev_retract && !was_retract) -> watch_gears = 100
    :: !ev_extend && !ev_retract -> watch_gears = 0
    :: else
    fi
}

inline expire(timer, reached) {
    if
    :: timer > 0 ->
        timer--;
        if
        :: timer == 0 && !reached -> red = 1
        :: else
        fi
    :: else
    fi
}

inline monitor() {
    expire(watch_pressure, (ev_main -> PRESSURISED : !PRESSURISED));
    expire(watch_doors, (ev_open -> DOORS_OPEN : DOORS_CLOSED));
#if MUTANT == 9
    watch_gears = 0; /* nobody looks at the gears */
#else
    expire(watch_gears, (ev_extend -> GEARS_DOWN : GEARS_UP));
#endif
    if
    :: watch_gears == 30 && (ev_extend && SOME_GEAR_UP || ev_retract && SOME_GEAR_DOWN) -> red = 1 /* after 7 s */
    :: since == 10 && !SWITCH_SEEN_CLOSED -> red = 1
    :: since == 215 && SWITCH_SEEN_CLOSED -> red = 1
    :: else
    fi
}

inline software() {
    if
    :: wait > 0 -> wait--
    :: else
    fi;
    if
#if MUTANT == 10
    :: seen_down != down && phase != GEARS_MOVE -> seen_down = down; turn_around() /* deaf while the gears move */
#else
    :: seen_down != down -> seen_down = down; turn_around()
#endif
    :: else
    fi;
    advance();
    monitor();
    give_orders();
    time_orders()
}

/* ---- the requirements, watched from outside ---- */

byte r_doors, r_gears;       /* as watch_doors and watch_gears, but not the software's */
byte main_age = 2;           /* ticks since the general order began, up to 0.2 s */
byte stop_age = 10;          /* ticks since a manoeuvring order ended, up to 1 s */

#define MANOEUVRE (ev_open || ev_close || ev_extend || ev_retract)
#define WAS_MANOEUVRE (was_open || was_close || was_extend || was_retract)

inline age() {
    if
    :: ev_main && !was_main -> main_age = 0
    :: (!ev_main || was_main) && main_age < 2 -> main_age++
    :: else
    fi;
    if
    :: (was_open && !ev_open) || (was_close && !ev_close) || (was_extend && !ev_extend) || (was_retract && !ev_retract) ->
        stop_age = 0
    :: else -> stop_age = (stop_age < 10 -> stop_age + 1 : 10)
    fi
}

/* Counts down while the order is given, from the tick after it began. */
inline require_deadline(timer, begins, given, reached) {
    if
    :: begins
    :: !begins && !given -> timer = 0
    :: !begins && given && timer > 0 ->
        timer--;
        assert(timer > 0 || reached || red)
    :: else
    fi
}

inline requirements() {
    age();
    if
    :: (ev_open && !was_open) || (ev_close && !was_close) -> r_doors = 70
    :: else
    fi;
    if
    :: (ev_extend && !was_extend) || (ev_retract && !was_retract) -> r_gears = 100
    :: else
    fi;
    /* R61, R62, R71, R72: a door that is not where it was ordered to be within 7 s is an anomaly */
    require_deadline(r_doors, ((ev_open && !was_open) || (ev_close && !was_close)), (ev_open || ev_close),
                     (ev_open -> DOORS_OPEN : DOORS_CLOSED));
    /* R73, R74: so is a gear within 10 s */
    require_deadline(r_gears, ((ev_extend && !was_extend) || (ev_retract && !was_retract)), (ev_extend || ev_retract),
                     (ev_extend -> GEARS_DOWN : GEARS_UP));
    /* R63, R64: and one that has not even left within 7 s */
    assert(red || r_gears != 30 || !(ev_extend && SOME_GEAR_UP || ev_retract && SOME_GEAR_DOWN));
    /* R81, R82: gears that are not where the handle says for 15 s, and no red light */
    assert(red || since != 150 || (down -> GEARS_DOWN : GEARS_UP));
    /* R11, R12: in normal mode, gears and doors */
    assert(FAILED || since != 150 || ((down -> GEARS_DOWN : GEARS_UP) && DOORS_CLOSED));
    /* The red light is off while nothing has failed */
    assert(FAILED || !red);
    /* R21, R22 */
    assert(!(down && ev_retract));
    assert(!(!down && ev_extend));
    /* R31: in normal mode */
    assert(FAILED || !(ev_extend || ev_retract) || DOORS_OPEN);
    /* R32: in normal mode; such an order begins only then */
    assert(FAILED || !(ev_open && !was_open || ev_close && !was_close) || GEARS_LOCKED || was_open || was_close);
    /* R41, R42, R51 */
    assert(!(ev_open && ev_close));
    assert(!(ev_extend && ev_retract));
    assert(!MANOEUVRE || ev_main);
    /* Section 4.2: 0.2 s between the beginnings, 1 s between the ends, 0.1 s between contrary orders */
    assert(!(MANOEUVRE && !WAS_MANOEUVRE) || main_age == 2);
    assert(!(was_main && !ev_main) || stop_age == 10);
    assert(!(was_open && ev_close) && !(was_close && ev_open) && !(was_extend && ev_retract) && !(was_retract && ev_extend))
}

/* ---- who moves ---- */

active proctype clock() {
end:
    do
    :: d_step {
        !red;
        physics();
        software();
#ifndef NO_REQUIREMENTS
        requirements();
#endif
        was_main = 0; was_open = 0; was_close = 0; was_extend = 0; was_retract = 0;
        forget()
    }
    od
}

active proctype pilot() {
end:
    do
    :: /*@ handle */ d_step {
        !red;
        down = !down;
        since = 0;
        if
        :: switch_is == OPEN -> switch_is = CLOSING; switch_time = 8
        :: switch_is == CLOSED -> switch_time = 200
        :: switch_is == OPENING -> switch_is = CLOSING; switch_time = 8 - (2 * switch_time) / 3
        :: else
        fi;
        if
        :: switch_time == 0 -> switch_is = CLOSED; switch_time = 200
        :: else
        fi;
        forget()
    }
    od
}

active proctype fate() {
end:
    do
    :: /*@ f_1_1 */ d_step { !red && !f_switch; f_switch = 1; forget() }
    :: /*@ f_1_2 */ d_step { !red && !f_switch; f_switch = 2; forget() }
    :: /*@ f_2_1 */ d_step { !red && !f_main; f_main = 1; forget() }
    :: /*@ f_2_2 */ d_step { !red && !f_main; f_main = 2; forget() }
    :: /*@ f_3_1 */ d_step { !red && !f_open; f_open = 1; forget() }
#ifndef NO_f_3_2
    :: /*@ f_3_2 */ d_step { !red && !f_open; f_open = 2; forget() }
#endif
#ifndef NO_f_4_1
    :: /*@ f_4_1 */ d_step { !red && !f_close; f_close = 1; forget() }
#endif
    :: /*@ f_4_2 */ d_step { !red && !f_close; f_close = 2; forget() }
    :: /*@ f_5_1 */ d_step { !red && !f_extend; f_extend = 1; forget() }
    :: /*@ f_5_2 */ d_step { !red && !f_extend; f_extend = 2; forget() }
    :: /*@ f_6_1 */ d_step { !red && !f_retract; f_retract = 1; forget() }
    :: /*@ f_6_2 */ d_step { !red && !f_retract; f_retract = 2; forget() }
    :: /*@ f_7 */ d_step { !red && !f_front_door; f_front_door = 1; forget() }
    :: /*@ f_8 */ d_step { !red && !f_left_door; f_left_door = 1; forget() }
    :: /*@ f_9 */ d_step { !red && !f_right_door; f_right_door = 1; forget() }
    :: /*@ f_10 */ d_step { !red && !f_front_gear; f_front_gear = 1; forget() }
    :: /*@ f_11 */ d_step { !red && !f_left_gear; f_left_gear = 1; forget() }
    :: /*@ f_12 */ d_step { !red && !f_right_gear; f_right_gear = 1; forget() }
    od
}
