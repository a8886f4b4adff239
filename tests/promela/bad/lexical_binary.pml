// Refused: bytes that are no text.
// error-at: 4
active proctype p() {
    €ÿ
}
