/* The alternating bit protocol: numbers go from a sender to a receiver over a line that loses messages, and arrive
 * complete and in order. One bit of sequence number is enough.
 *
 *     rtcheck model examples/alternating_bit.pml
 */
#define NUMBERS 4                             /* counts modulo this */

chan to_receiver = [2] of { byte, bit };      /* number, sequence bit */
chan to_sender   = [2] of { bit };            /* acknowledged bit     */

/* The line may drop what is at its head. */
active proctype line() {
end:do
    :: to_receiver?_,_
    :: to_sender?_
    od
}

active proctype sender() {
    byte number;
    bit  sequence, acknowledged;
end:do
    :: to_receiver!number,sequence              /* send, and send again: it may be lost */
    :: to_sender?acknowledged ->
       if
       :: acknowledged == sequence ->           /* arrived: on to the next number */
          number = (number + 1) % NUMBERS;
          sequence = 1 - sequence
       :: else                                  /* an old acknowledgement */
       fi
    od
}

active proctype receiver() {
    byte number, expected;
    bit  sequence, wanted;
end:do
    :: to_receiver?number,sequence ->
       if
       :: sequence == wanted ->
          assert(number == expected);           /* nothing lost, nothing twice, nothing out of order */
          expected = (expected + 1) % NUMBERS;
          wanted = 1 - wanted
       :: else                                  /* seen before */
       fi;
       to_sender!sequence
    od
}

// check: => holds
