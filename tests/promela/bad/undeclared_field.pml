// Refused: a field that the structure lacks.
// error-says: field|member|no 
// error-at: 7
typedef t { byte a };
t v;
active proctype p() {
    v.b = 1
}
