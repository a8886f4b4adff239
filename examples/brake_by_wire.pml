/* Brake by wire. The pedal unit sends its position over a bus to the wheel unit, which drives the brake. The bus can
 * break at any moment and stays broken; a wheel unit that hears nothing for too long brakes by itself.
 *
 *     rtcheck model examples/brake_by_wire.pml
 *     rtcheck model -D NO_WATCHDOG examples/brake_by_wire.pml        what the watchdog is good for
 */
#define PATIENCE 3                      /* ticks without a frame until the wheel unit gives up on the bus */

mtype = { released, pressed };

chan bus = [1] of { mtype };            /* one frame at most is on its way */
mtype pedal = released;
bool  braking, bus_broken, limp_home;

/* The foot. */
active proctype driver() {
end:do
    :: atomic { pedal == released -> pedal = pressed }
    :: atomic { pedal == pressed && braking -> pedal = released }
    od
}

/* Time goes in ticks: in each, the pedal unit sends a frame, the bus carries or loses it, and the wheel unit acts. */
mtype:phase = { send, carry, act };
mtype:phase phase = send;

active proctype pedal_unit() {
end:do
    :: atomic { phase == send -> bus!pedal; phase = carry }
    od
}

active proctype bus_line() {
end:do
    :: atomic { phase == carry ->
          if
          :: !bus_broken                      /* works               */
          :: bus_broken = true                /* breaks, or is broken */
          fi;
          if
          :: bus_broken -> bus?_
          :: else
          fi;
          phase = act }
    od
}

active proctype wheel_unit() {
    mtype position;
    byte  silent;                             /* ticks since the last frame */
end:do
    :: atomic { phase == act ->
          if
          :: bus?position -> silent = 0; braking = (position == pressed)
          :: empty(bus) ->
#ifndef NO_WATCHDOG
             if
             :: silent < PATIENCE -> silent++
             :: else -> limp_home = true; braking = true      /* the safe state */
             fi
#else
             skip
#endif
          fi;
          position = released;
          phase = send }
    od
}

/* A foot on the brake slows the car, sooner or later, whatever becomes of the bus. */
ltl pedal_brakes { [] (pedal == pressed -> <> braking) }
/* The safe state is for a broken bus only. */
ltl no_needless_limp_home { [] (limp_home -> bus_broken) }

// check: => holds
// check: -D NO_WATCHDOG => violated
