// Refused: run inside d_step.
// error-says: run
// error-at: 8
proctype q() { skip }
init {
    d_step {
        skip;
        run q()
    }
}
