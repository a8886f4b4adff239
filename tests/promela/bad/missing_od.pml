// Refused: do closed by fi.
// error-at: 6
active proctype p() {
    do
    :: true -> skip
    fi
}
