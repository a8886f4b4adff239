/* A cruise control: a panel of buttons, two pedals, a controller that runs once in a while, and a car. README.md says what is
 * required of it; guides are beside it.
 *
 * The driver's actions are interactions: on, off, set, resume, faster, slower, brake, release, throttle.
 * -DMUTANT=n plants a bug in the controller (1 .. 6). */
#ifndef MUTANT
#define MUTANT 0
#endif

#define LOWEST 4   /* speeds in 10 km/h: the control works from here */
#define HIGHEST 13 /* to here */
#define TOP 15     /* what the car can do */

mtype = { OFF, STANDBY, ENGAGED };
mtype mode = OFF;

byte speed;      /* of the car */
byte target;     /* 0: none was set */
bool braking;    /* the pedal, as it is */
bool pushes;     /* the driver's foot is on the throttle */
bool pull;       /* the controller's order to the engine */

/* What the driver asked for since the controller ran last: the panel keeps one request, the newest. */
mtype = { NOTHING, ASK_ON, ASK_OFF, ASK_SET, ASK_RESUME, ASK_FASTER, ASK_SLOWER };
mtype asked = NOTHING;
bool braked; /* the pedal was pressed meanwhile, if only for a moment */

#define IN_RANGE (speed >= LOWEST && speed <= HIGHEST)

/* ---- the controller ---- */

inline leave() {
    mode = STANDBY;
    pull = 0
}

inline engage() {
    mode = ENGAGED
}

inline serve() {
    if
    :: asked == ASK_ON && mode == OFF -> mode = STANDBY
    :: asked == ASK_OFF ->
        leave();
        mode = OFF;
#if MUTANT != 1
        target = 0 /* a bug would remember it */
#else
        skip
#endif
#if MUTANT == 2
    :: asked == ASK_SET && mode != OFF && !braking -> /* at any speed */
#else
    :: asked == ASK_SET && mode != OFF && !braking && IN_RANGE ->
#endif
        target = speed;
        engage()
    :: asked == ASK_RESUME && mode == STANDBY && target > 0 && !braking && IN_RANGE -> engage()
#if MUTANT == 3
    :: asked == ASK_FASTER && mode == ENGAGED -> target++ /* without an end */
#else
    :: asked == ASK_FASTER && mode == ENGAGED && target < HIGHEST -> target++
#endif
    :: asked == ASK_SLOWER && mode == ENGAGED && target > LOWEST -> target--
    :: else
    fi;
    asked = NOTHING
}

inline control() {
    serve();
    if
#if MUTANT == 4
    :: mode == ENGAGED && (braking || !IN_RANGE) -> leave() /* a short push on the brake goes unnoticed */
#else
    :: mode == ENGAGED && (braking || braked || !IN_RANGE) -> leave()
#endif
    :: else
    fi;
    braked = 0;
#if MUTANT == 5
    pull = (mode == ENGAGED && speed <= target) /* pulls past it */
#elif MUTANT == 6
    pull = (mode != OFF && target > 0 && speed < target) /* in standby, too */
#else
    pull = (mode == ENGAGED && speed < target)
#endif
}

/* ---- the car ---- */

inline drive() {
    if
    :: braking -> speed = (speed >= 2 -> speed - 2 : 0)
    :: !braking && (pushes || pull) -> speed = (speed < TOP -> speed + 1 : TOP)
    :: else -> speed = (speed > 0 -> speed - 1 : 0)
    fi
}

/* ---- the requirements ---- */

bool was_braked, was_engaged; /* before the controller ran */
byte was_target;
mtype was_asked = NOTHING;

inline remember() {
    was_braked = braked || braking;
    was_engaged = (mode == ENGAGED);
    was_target = target;
    was_asked = asked
}

inline requirements() {
    /* C1: engaged only within its range, with a target within its range */
    assert(mode != ENGAGED || (IN_RANGE && target >= LOWEST && target <= HIGHEST));
    /* C2: whoever brakes, if only for a moment, is left alone from the next cycle on */
    assert(!(was_braked && was_engaged) || mode != ENGAGED);
    /* C3: no order to pull unless engaged, and never beyond the target */
    assert(!pull || (mode == ENGAGED && speed < target));
    /* C4: what is off has forgotten: it begins with a new target */
    assert(mode != OFF || target == 0);
    /* C5: the target changes by request only */
    assert(target == was_target || was_asked != NOTHING);
    was_braked = 0; was_engaged = 0; was_target = 0; was_asked = NOTHING
}

/* ---- who moves ---- */

active proctype cycle() {
end:
    do
    :: d_step { remember(); control(); requirements(); drive() }
    od
}

active proctype driver() {
end:
    do
    :: /*@ on */ d_step { asked = ASK_ON }
    :: /*@ off */ d_step { asked = ASK_OFF }
    :: /*@ set */ d_step { asked = ASK_SET }
    :: /*@ resume */ d_step { asked = ASK_RESUME }
    :: /*@ faster */ d_step { asked = ASK_FASTER }
    :: /*@ slower */ d_step { asked = ASK_SLOWER }
    :: /*@ brake */ d_step { !braking; braking = 1; braked = 1; pushes = 0 }
    :: /*@ release */ d_step { braking || pushes; braking = 0; pushes = 0 }
    :: /*@ throttle */ d_step { !pushes; pushes = 1; braking = 0 }
    od
}
