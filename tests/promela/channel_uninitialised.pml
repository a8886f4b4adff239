// Using a channel variable that names no channel is an error, or blocks for ever: Spin says invalid end state or aborts.
// spin: none (Spin's verifier stops at once with an internal error)
// expect: violated channel
chan q;
active proctype main() { q!1 }
