// Refused: a body that is not closed.
// error-at: 9
active proctype p() {
    skip;
    if
    :: true -> skip
    fi

