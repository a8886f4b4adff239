// Primes by a chain of processes that grows: run, local channels and rendezvous together.
// expect: holds
// spin-states: 462
#define MAX 9
byte last_prime;
proctype filter(chan left) {
    chan right = [0] of { byte };
    byte prime, n; bit has_right;
    left?prime;
    last_prime = prime;
end:
    do
    :: left?n ->
        if
        :: n % prime != 0 ->
            if :: !has_right -> has_right = 1; run filter(right) :: else fi;
            right!n
        :: else
        fi
    od
}
init {
    chan first = [0] of { byte };
    byte i = 2;
    run filter(first);
    do
    :: i <= MAX -> first!i; i++
    :: else -> break
    od
}
