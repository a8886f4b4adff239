/* Control units on a ring agree on one leader without a central one: each passes its number on to its neighbour, keeps
 * back smaller ones, and the number that comes all the way round has won.
 *
 *     rtcheck model examples/ring_election.pml
 *     rtcheck model -D UNITS=6 examples/ring_election.pml
 */
#ifndef UNITS
#define UNITS 4
#endif

mtype = { candidate, elected };

chan link[UNITS] = [UNITS] of { mtype, byte };   /* link[i] leads to unit i */
byte leaders;                                    /* units that consider themselves leader */
byte informed;                                   /* units that know who leads */

/* Numbers are spread over the ring so that neighbours are not in order. */
#define NUMBER(i) (((i) * 7 + 3) % UNITS)

proctype unit(byte place) {
    byte mine = NUMBER(place), number, leader;
    byte next = (place + 1) % UNITS;

    link[next]!candidate,mine;
    do
    :: link[place]?candidate,number ->
       if
       :: number > mine -> link[next]!candidate,number     /* a better one: let it pass */
       :: number < mine                                    /* not while I am here       */
       :: number == mine ->                                /* mine, all the way round   */
          leaders++;
          assert(leaders == 1);
          assert(mine == UNITS - 1);                       /* the highest number wins   */
          link[next]!elected,mine
       fi
    :: link[place]?elected,leader ->
       informed++;
       if
       :: leader != mine -> link[next]!elected,leader
       :: else
       fi;
       break
    od;
    assert(leader == UNITS - 1)
}

init {
    byte i;
    atomic {
        for (i : 0 .. UNITS - 1) {
            run unit(i)
        }
    }
}

ltl one_day_everybody_knows { <> (leaders == 1 && informed == UNITS) }

// check: => holds
// check: -D UNITS=6 => holds
