/* The cruise control with a bug: interrupts are not held off while the pulses are read. */
#include "../cruise.h"
#include "os.h"
#include <assert.h>

DeclareTask(control);
DeclareTask(display);
DeclareEvent(period);
DeclareEvent(brake);
DeclareEvent(refresh);
DeclareResource(state_lock);

struct wheel wheel = {0, 0xff};
static struct cruise cruise;

ISR(wheel_pulse) { wheel_count(&wheel); }

ISR(brake_pedal) { SetEvent(control, brake); }

static void drive(void) {
    unsigned char speed;

    speed = wheel_take(&wheel);
    control_step(&cruise, speed, hardware_button());
}

TASK(control) {
    for (;;) {
        EventMaskType events;

        WaitEvent(period | brake);
        GetEvent(control, &events);
        ClearEvent(events & (period | brake));
        GetResource(state_lock);
        if (events & period) drive();
        if (events & brake) control_brake(&cruise); /* last: the brake wins */
        assert(cruise.mode == CRUISE_ON || cruise.throttle == 0);
        hardware_throttle(cruise.throttle);
        ReleaseResource(state_lock);
    }
}

TASK(display) {
    for (;;) {
        WaitEvent(refresh);
        ClearEvent(refresh);
        GetResource(state_lock);
        assert(cruise.mode == CRUISE_ON || cruise.target == 0);
        hardware_display(&cruise);
        ReleaseResource(state_lock);
    }
}
