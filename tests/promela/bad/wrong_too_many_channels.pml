// Refused: numbers of one byte.
// error-says: channels
// anywhere
chan q[300] = [1] of { byte };
init { q[299]!1 }
