// Refused: too many arguments of run.
// error-at: 5
proctype q(byte a) { skip }
init {
    run q(1, 2)
}
