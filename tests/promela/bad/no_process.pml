// Refused: declarations only.
// anywhere
byte x;
