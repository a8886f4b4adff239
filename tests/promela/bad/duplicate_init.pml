// Refused: two init processes.
// error-at: 4
init { skip }
init { skip }
