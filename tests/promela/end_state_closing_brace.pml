// Reaching the closing brace is a valid end even if the process cannot die yet.
// expect: holds
// spin-states: 3
byte x;
proctype child() {
end:
    false
}
init { run child(); x = 1 }
