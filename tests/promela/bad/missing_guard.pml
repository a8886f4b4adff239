// Refused: an empty option.
// error-at: 6
active proctype p() {
    if
    ::
    fi
}
