/* Tasks and interrupts of the power window. */
#include "window.h"
#include "os.h"
#include <assert.h>

DeclareTask(motor);
DeclareTask(panel);
DeclareTask(light);
DeclareEvent(command);
DeclareEvent(pinched);
DeclareEvent(at_end);
DeclareEvent(pressed);
DeclareResource(motor_lock);
DeclareAlarm(light_later);

static struct window window;
static Direction wanted;
static unsigned char lit;

ISR(button) { SetEvent(panel, pressed); }

ISR(pinch) { SetEvent(motor, pinched); }

ISR(position_pulse) {
    GetResource(motor_lock);
    if (window.direction == UP && window.position < TOP) window.position++;
    if (window.direction == DOWN && window.position > BOTTOM) window.position--;
    if (window.direction != STOPPED && (window.position == TOP || window.position == BOTTOM)) SetEvent(motor, at_end);
    ReleaseResource(motor_lock);
}

/* Where the window goes next. The pinch guard beats everything; an end stops the way into it. */
static Direction decide(const struct window *now, EventMaskType events) {
    if ((events & pinched) && now->direction == UP) return DOWN;
    if (events & command) return wanted;
    if ((events & at_end) && now->position == TOP && now->direction == UP) return STOPPED;
    if ((events & at_end) && now->position == BOTTOM && now->direction == DOWN) return STOPPED;
    return now->direction;
}

TASK(motor) {
    for (;;) {
        EventMaskType events;

        WaitEvent(command | pinched | at_end);
        GetEvent(motor, &events);
        ClearEvent(events & (command | pinched | at_end));
        GetResource(motor_lock);
        Direction before = window.direction;
        window.direction = decide(&window, events);
        assert(!((events & pinched) && before == UP && window.direction == UP));
        assert(window.position >= BOTTOM && window.position <= TOP);
        ReleaseResource(motor_lock);
    }
}

TASK(panel) {
    for (;;) {
        WaitEvent(pressed);
        ClearEvent(pressed);
        wanted = hardware_buttons();
        SetEvent(motor, command);
        if (!lit) { /* the alarm is not set, and light is not under way */
            lit = 1;
            SetRelAlarm(light_later, 500, 0);
        }
    }
}

TASK(light) {
    lit = 0;
    TerminateTask();
}
