// Refused: two elses in one choice.
// error-says: else
// error-at: 7
active proctype p() {
    if
    :: else -> skip
    :: else -> skip
    fi
}
