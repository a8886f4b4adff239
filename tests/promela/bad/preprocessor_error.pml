// Refused: #error.
// error-at: 4
active proctype p() { skip }
#error wrong configuration
