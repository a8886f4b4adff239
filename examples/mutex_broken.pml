/* Two tasks share a variable and protect it with a home-made lock: look whether the lock is free, then take it.
 * Between the look and the take there is room for the other task. rtcheck finds the schedule:
 *
 *     rtcheck model examples/mutex_broken.pml
 */
bool locked;       /* the lock                             */
byte inside;       /* how many tasks are in the section    */

active [2] proctype task() {
    do
    :: !locked ->              /* the lock is free ...                  */
       locked = true;          /* ... and now it is mine. Is it?        */
       inside++;
       assert(inside == 1);    /* nobody but me in here                 */
       inside--;
       locked = false
    od
}

// check: => violated
