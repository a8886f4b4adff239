// Producer and consumer with counting semaphores.
// expect: holds
// spin-states: 2167
#define SIZE 3
byte buffer[SIZE], used, in, out;
inline wait(s) { atomic { s > 0 -> s-- } }
inline signal(s) { s++ }
byte free = SIZE, full_cells, mutex = 1;
active proctype producer() {
    byte item;
    do
    :: wait(free); wait(mutex);
       buffer[in] = item; in = (in + 1) % SIZE; used++;
       assert(used <= SIZE);
       signal(mutex); signal(full_cells);
       item = (item + 1) % 4
    od
}
active proctype consumer() {
    byte expected, item;
    do
    :: wait(full_cells); wait(mutex);
       item = buffer[out]; out = (out + 1) % SIZE; used--;
       signal(mutex); signal(free);
       assert(item == expected);
       expected = (expected + 1) % 4
    od
}
