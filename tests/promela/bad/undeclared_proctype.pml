// Refused: run of a proctype that is not there.
// error-at: 4
init {
    run nobody()
}
