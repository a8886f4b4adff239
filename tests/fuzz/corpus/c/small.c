#include "os.h"
#include <string.h>
struct s { char name[4]; union { int u; char c[4]; }; int bits : 3; } s;
static volatile unsigned char *const port = (unsigned char *)0x4000;
int a[3], x; extern int sensor(void); volatile int speed; float f;
DeclareTask(u); DeclareEvent(e); DeclareResource(r);
static int sum(int *p, int n) { return n ? *p + sum(p + 1, n - 1) : 0; }
TASK(t) {
    for (int i = 0; i < 3; i++) a[i] = i << 1;
    s.u = sensor(); memcpy(s.name, "abc", 4); *port = 1; s.bits = -1;
    if (speed > 2) x = sum(a, 3); else x = (int)(f * 2.5f);
    GetResource(r); ReleaseResource(r); ActivateTask(u); SetEvent(u, e); TerminateTask();
}
TASK(u) { switch (x) { case 1: x++; break; default: { int y = 2, *p = &y; x = *p; } } WaitEvent(e); ClearEvent(e); TerminateTask(); }
ISR(i) { static int n; n = n ? 0 : 1; }
%%
volatile speed in 0..3
int sensor() in 0..1
volatile 0x4000 in 0..1
