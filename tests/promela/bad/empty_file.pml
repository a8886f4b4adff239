// Refused: nothing at all.
// anywhere

