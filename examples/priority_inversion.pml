/* What stopped the Mars Pathfinder in 1997. Three tasks on one processor, strictly by priority:
 *
 *     high    distributes data over the bus, and needs the bus mutex for it
 *     medium  long communication work, no mutex
 *     low     weather data: now and then needs the bus mutex too
 *
 * Low holds the mutex, high waits for it, and medium, which has nothing to do with either, keeps low from ever giving
 * it back. The watchdog saw that high was late and reset the spacecraft. Find the schedule, and then the remedy, which
 * lets whoever holds the mutex run at the priority of the highest task that waits for it:
 *
 *     rtcheck model examples/priority_inversion.pml
 *     rtcheck model -D INHERITANCE examples/priority_inversion.pml
 */
mtype = { sleeping, ready, waiting };   /* waiting: for the mutex */

mtype high = sleeping, medium = sleeping, low = sleeping;
bool  high_has_bus, low_has_bus;

#define HIGH_RUNS   (high == ready)

#ifdef INHERITANCE
#define LOW_INHERITS   (low_has_bus && high == waiting)
#else
#define LOW_INHERITS   false
#endif

#define MEDIUM_RUNS (medium == ready && !HIGH_RUNS && !LOW_INHERITS)
#define LOW_RUNS    (low == ready && !HIGH_RUNS && (medium != ready || LOW_INHERITS))

active proctype high_task() {
end:do
    :: HIGH_RUNS ->
       if
       :: atomic { low_has_bus -> high = waiting }       /* until low gives it back */
       :: !low_has_bus
       fi;
       atomic { HIGH_RUNS -> high_has_bus = true };
       atomic { HIGH_RUNS -> high_has_bus = false; high = sleeping }
    od
}

/* Works for as long as it likes: each turn of the loop is a slice of its work. */
active proctype medium_task() {
end:do
    :: MEDIUM_RUNS -> skip
    :: MEDIUM_RUNS -> medium = sleeping
    od
}

active proctype low_task() {
end:do
    :: atomic { LOW_RUNS && !high_has_bus -> low_has_bus = true };
       atomic { LOW_RUNS ->
          low_has_bus = false;
          if
          :: high == waiting -> high = ready             /* here you are */
          :: else
          fi;
          low = sleeping }
    od
}

/* Timers and interrupts: a sleeping task becomes ready, each at any time. */
active proctype interrupts() {
end:do
    :: atomic { high == sleeping -> high = ready }
    :: atomic { medium == sleeping -> medium = ready }
    :: atomic { low == sleeping -> low = ready }
    od
}

/* The watchdog's view: once high waits for the bus, it gets it. */
ltl high_gets_the_bus { [] (high == waiting -> <> high_has_bus) }

// check: => violated
// check: --safety => holds
// check: -D INHERITANCE => holds
