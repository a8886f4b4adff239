// Refused: a body that is not closed.
// error-at: 8
active proctype p() {
    skip;
    if
    :: true -> skip
    fi

