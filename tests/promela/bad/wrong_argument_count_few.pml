// Refused: too few arguments of run.
// error-at: 5
proctype q(byte a; byte b) { skip }
init {
    run q(1)
}
