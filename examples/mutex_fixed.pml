/* The same two tasks with a lock that works: Peterson's algorithm needs nothing but loads and stores.
 *
 *     rtcheck model examples/mutex_fixed.pml
 *
 * It is fair, too: whoever asks is let in, as long as the scheduler lets every task run now and then (--fair).
 *
 *     rtcheck model --fair --ltl "[] (wants[0] -> <> task[0]@entered)" examples/mutex_fixed.pml
 */
bool wants[2];     /* wants[i]: task i would like to enter                      */
bit  turn;         /* who goes first when both would                            */
byte inside;       /* how many tasks are in the section                         */

active [2] proctype task() {
    bit me = _pid, other = 1 - _pid;
    do
    :: wants[me] = true;
       turn = other;                        /* after you                        */
       (!wants[other] || turn == me);       /* wait here                        */
       inside++;
entered:
       assert(inside == 1);
       inside--;
       wants[me] = false
    od
}

// check: => holds
// check: --fair --ltl "[] (wants[0] -> <> task[0]@entered)" => holds
// check: --ltl "[] (wants[0] -> <> task[0]@entered)" => violated
