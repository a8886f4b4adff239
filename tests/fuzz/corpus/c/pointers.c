#include "os.h"
#include <stdlib.h>
typedef int (*handler)(int *);
static int first(int a[2]) { return a[0]; }
static const handler table[] = { first, 0 };
struct node { struct node *next; int value; };
TASK(t) {
    int a[2][2] = {{1, 2}, {[1] = 4}}; struct node n = {0, 1}, m = {&n, 2}, *p = &m;
    while (p) { a[0][0] += p->value; p = p->next; }
    char *q = malloc(4); if (q) { q[3] = 1; free(q); }
    a[1][0] = table[0](a[0]) ? -a[1][1] % 3 : ~a[0][1] >> 1;
    unsigned long w = (unsigned long)&a; goto out;
out: do { w ^= w << 3; } while (0);
    TerminateTask();
}
TASK(u) { TerminateTask(); }
ISR(i) { ActivateTask(u); }
