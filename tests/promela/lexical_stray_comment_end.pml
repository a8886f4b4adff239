// A stray end of a comment is ignored.
// expect: holds
// spin-states: 3
byte x; */
active proctype p() { x = 1 }
*/
