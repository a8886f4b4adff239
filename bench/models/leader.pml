// Leader election in a one-way ring; numbers are dealt out at random first.
#ifndef N
#define N 5
#endif
mtype = { one, two, winner };
chan ring[N] = [2] of { mtype, byte };
byte leaders;
bit used[N];
proctype node(byte me, mine) {
    bit active_node = 1, know_winner;
    byte number, maximum = mine, neighbour;
    ring[(me + 1) % N]!one,mine;
end:
    do
    :: ring[me]?one,number ->
        if
        :: active_node ->
            if
            :: number != maximum -> ring[(me + 1) % N]!two,number; neighbour = number
            :: else -> know_winner = 1; ring[(me + 1) % N]!winner,number
            fi
        :: else -> ring[(me + 1) % N]!one,number
        fi
    :: ring[me]?two,number ->
        if
        :: active_node ->
            if
            :: neighbour > number && neighbour > maximum -> maximum = neighbour; ring[(me + 1) % N]!one,neighbour
            :: else -> active_node = 0
            fi
        :: else -> ring[(me + 1) % N]!two,number
        fi
    :: ring[me]?winner,number ->
        if
        :: mine == number -> leaders++; assert(leaders == 1 && number == N)
        :: else
        fi;
        if
        :: know_winner
        :: else -> ring[(me + 1) % N]!winner,number
        fi;
        break
    od
}
init {
    byte i, pick;
    atomic {
        do
        :: i < N ->
            if
            :: used[0] == 0 -> pick = 0
            :: N > 1 && used[1 % N] == 0 -> pick = 1 % N
            :: N > 2 && used[2 % N] == 0 -> pick = 2 % N
            :: N > 3 && used[3 % N] == 0 -> pick = 3 % N
            :: N > 4 && used[4 % N] == 0 -> pick = 4 % N
            :: N > 5 && used[5 % N] == 0 -> pick = 5 % N
            fi;
            used[pick] = 1;
            run node(i, pick + 1);
            i++
        :: else -> break
        od
    }
}
