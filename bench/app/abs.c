/* Antilock brake system: 25 tasks, written by table83.py in the shape of the thesis's application of that name.
 *
 * `timer`, the least urgent task, is the clock: in each of 15 rounds it activates the tasks that are due. They read
 * sensors, filter and check what they read, control something, and report. All of them are more urgent than the timer
 * and run at once, in the order of the table. What several tasks read is written under a resource. */
#include "os.h"
#include <assert.h>

#define ROUNDS 15
#define SLOTS 24
#define PROFILE 4

struct point {
    short x, y;
};

struct controller {
    short target, low, high;
    int gain, divisor, integral;
};

DeclareTask(timer);
DeclareTask(front_left_task);
DeclareTask(front_right_task);
DeclareTask(rear_left_task);
DeclareTask(rear_right_task);
DeclareTask(brake_pedal_task);
DeclareTask(pressure_task);
DeclareTask(front_left_speed_task);
DeclareTask(front_right_speed_task);
DeclareTask(rear_left_speed_task);
DeclareTask(rear_right_speed_task);
DeclareTask(front_left_slip_task);
DeclareTask(front_right_slip_task);
DeclareTask(rear_left_slip_task);
DeclareTask(rear_right_slip_task);
DeclareTask(vehicle_speed_task);
DeclareTask(pedal_wish_task);
DeclareTask(front_left_valve_task);
DeclareTask(front_right_valve_task);
DeclareTask(rear_valves_task);
DeclareTask(pump_task);
DeclareTask(pump_curve_task);
DeclareTask(lamp_task);
DeclareTask(brake_frame_task);
DeclareTask(trend_task);
DeclareResource(bus_1);
DeclareResource(bus_2);
DeclareResource(bus_3);

/* How far the sensors are off, the same for all: chosen once. */
static short drift;

/* Where `value` stands between `low` and `high`, from 0 to 100. */
static short percent(short value, short low, short high) {
    if (value <= low) return 0;
    if (value >= high) return 100;
    return (short)((value - low) * 100 / (high - low));
}

/* Front left. Reads a sensor. */
static const short front_left_profile[PROFILE] = {5, 16, 27, 38};
static unsigned char front_left_at;
static short front_left;
static short front_left_least, front_left_most;

/* For the workshop: the smallest and the largest value so far. */
static void front_left_note(void) {
    if (front_left < front_left_least) front_left_least = front_left;
    if (front_left > front_left_most) front_left_most = front_left;
    assert(front_left_least <= front_left_most);
}
static unsigned char front_left_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void front_left_fall_back(void) {
    if (front_left != 0 && front_left != 100) {
        front_left_trouble = 0;
    } else if (front_left_trouble < 3) {
        front_left_trouble++;
    } else {
        front_left = 50;
    }
    assert(front_left_trouble <= 3);
}

TASK(front_left_task) {
    short raw = front_left_profile[front_left_at];

    front_left_at++;
    if (front_left_at >= PROFILE) front_left_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    front_left = raw;
    ReleaseResource(bus_1);
    assert(front_left >= 0 && front_left <= 100);
    front_left_fall_back();
    front_left_note();
    TerminateTask();
}

/* Front right. Reads a sensor. */
static const short front_right_profile[PROFILE] = {42, 53, 64, 75};
static unsigned char front_right_at;
static short front_right;
static short front_right_least, front_right_most;

/* For the workshop: the smallest and the largest value so far. */
static void front_right_note(void) {
    if (front_right < front_right_least) front_right_least = front_right;
    if (front_right > front_right_most) front_right_most = front_right;
    assert(front_right_least <= front_right_most);
}
static unsigned char front_right_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void front_right_fall_back(void) {
    if (front_right != 0 && front_right != 100) {
        front_right_trouble = 0;
    } else if (front_right_trouble < 3) {
        front_right_trouble++;
    } else {
        front_right = 50;
    }
    assert(front_right_trouble <= 3);
}

TASK(front_right_task) {
    short raw = front_right_profile[front_right_at];

    front_right_at++;
    if (front_right_at >= PROFILE) front_right_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_2);
    front_right = raw;
    ReleaseResource(bus_2);
    assert(front_right >= 0 && front_right <= 100);
    front_right_fall_back();
    front_right_note();
    TerminateTask();
}

/* Rear left. Reads a sensor. */
static const short rear_left_profile[PROFILE] = {79, 90, 11, 22};
static unsigned char rear_left_at;
static short rear_left;
static short rear_left_least, rear_left_most;

/* For the workshop: the smallest and the largest value so far. */
static void rear_left_note(void) {
    if (rear_left < rear_left_least) rear_left_least = rear_left;
    if (rear_left > rear_left_most) rear_left_most = rear_left;
    assert(rear_left_least <= rear_left_most);
}

TASK(rear_left_task) {
    short raw = rear_left_profile[rear_left_at];

    rear_left_at++;
    if (rear_left_at >= PROFILE) rear_left_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_3);
    rear_left = raw;
    ReleaseResource(bus_3);
    assert(rear_left >= 0 && rear_left <= 100);
    rear_left_note();
    TerminateTask();
}

/* Rear right. Reads a sensor. */
static const short rear_right_profile[PROFILE] = {26, 37, 48, 59};
static unsigned char rear_right_at;
static short rear_right;
static short rear_right_least, rear_right_most;

/* For the workshop: the smallest and the largest value so far. */
static void rear_right_note(void) {
    if (rear_right < rear_right_least) rear_right_least = rear_right;
    if (rear_right > rear_right_most) rear_right_most = rear_right;
    assert(rear_right_least <= rear_right_most);
}

TASK(rear_right_task) {
    short raw = rear_right_profile[rear_right_at];

    rear_right_at++;
    if (rear_right_at >= PROFILE) rear_right_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    rear_right = raw;
    ReleaseResource(bus_1);
    assert(rear_right >= 0 && rear_right <= 100);
    rear_right_note();
    TerminateTask();
}

/* Brake pedal. Reads a sensor. */
static const short brake_pedal_profile[PROFILE] = {63, 74, 85, 6};
static unsigned char brake_pedal_at;
static short brake_pedal;
static short brake_pedal_least, brake_pedal_most;

/* For the workshop: the smallest and the largest value so far. */
static void brake_pedal_note(void) {
    if (brake_pedal < brake_pedal_least) brake_pedal_least = brake_pedal;
    if (brake_pedal > brake_pedal_most) brake_pedal_most = brake_pedal;
    assert(brake_pedal_least <= brake_pedal_most);
}

TASK(brake_pedal_task) {
    short raw = brake_pedal_profile[brake_pedal_at];

    brake_pedal_at++;
    if (brake_pedal_at >= PROFILE) brake_pedal_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_2);
    brake_pedal = raw;
    ReleaseResource(bus_2);
    assert(brake_pedal >= 0 && brake_pedal <= 100);
    brake_pedal_note();
    TerminateTask();
}

/* Pressure. Reads a sensor. */
static const short pressure_profile[PROFILE] = {10, 21, 32, 43};
static unsigned char pressure_at;
static short pressure;
static short pressure_least, pressure_most;

/* For the workshop: the smallest and the largest value so far. */
static void pressure_note(void) {
    if (pressure < pressure_least) pressure_least = pressure;
    if (pressure > pressure_most) pressure_most = pressure;
    assert(pressure_least <= pressure_most);
}

TASK(pressure_task) {
    short raw = pressure_profile[pressure_at];

    pressure_at++;
    if (pressure_at >= PROFILE) pressure_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_3);
    pressure = raw;
    ReleaseResource(bus_3);
    assert(pressure >= 0 && pressure <= 100);
    pressure_note();
    TerminateTask();
}

/* Front left speed. A low-pass filter. */
static int front_left_speed_filter;
static unsigned char front_left_speed_started;
static short front_left_speed;
static short front_left_speed_least, front_left_speed_most;

/* For the workshop: the smallest and the largest value so far. */
static void front_left_speed_note(void) {
    if (front_left_speed < front_left_speed_least) front_left_speed_least = front_left_speed;
    if (front_left_speed > front_left_speed_most) front_left_speed_most = front_left_speed;
    assert(front_left_speed_least <= front_left_speed_most);
}

TASK(front_left_speed_task) {
    if (!front_left_speed_started) {
        front_left_speed_filter = front_left * 4;
        front_left_speed_started = 1;
    } else {
        front_left_speed_filter = front_left_speed_filter + front_left - front_left_speed_filter / 4;
    }
    GetResource(bus_1);
    front_left_speed = (short)(front_left_speed_filter / 4);
    if (front_left_speed < 0) {
        front_left_speed = 0;
    } else if (front_left_speed > 100) {
        front_left_speed = 100;
    }
    ReleaseResource(bus_1);
    assert(front_left_speed >= 0 && front_left_speed <= 100);
    front_left_speed_note();
    TerminateTask();
}

/* Front right speed. A low-pass filter. */
static int front_right_speed_filter;
static unsigned char front_right_speed_started;
static short front_right_speed;
static short front_right_speed_least, front_right_speed_most;

/* For the workshop: the smallest and the largest value so far. */
static void front_right_speed_note(void) {
    if (front_right_speed < front_right_speed_least) front_right_speed_least = front_right_speed;
    if (front_right_speed > front_right_speed_most) front_right_speed_most = front_right_speed;
    assert(front_right_speed_least <= front_right_speed_most);
}

TASK(front_right_speed_task) {
    if (!front_right_speed_started) {
        front_right_speed_filter = front_right * 4;
        front_right_speed_started = 1;
    } else {
        front_right_speed_filter = front_right_speed_filter + front_right - front_right_speed_filter / 4;
    }
    GetResource(bus_2);
    front_right_speed = (short)(front_right_speed_filter / 4);
    if (front_right_speed < 0) {
        front_right_speed = 0;
    } else if (front_right_speed > 100) {
        front_right_speed = 100;
    }
    ReleaseResource(bus_2);
    assert(front_right_speed >= 0 && front_right_speed <= 100);
    front_right_speed_note();
    TerminateTask();
}

/* Rear left speed. A low-pass filter. */
static int rear_left_speed_filter;
static unsigned char rear_left_speed_started;
static short rear_left_speed;
static short rear_left_speed_least, rear_left_speed_most;

/* For the workshop: the smallest and the largest value so far. */
static void rear_left_speed_note(void) {
    if (rear_left_speed < rear_left_speed_least) rear_left_speed_least = rear_left_speed;
    if (rear_left_speed > rear_left_speed_most) rear_left_speed_most = rear_left_speed;
    assert(rear_left_speed_least <= rear_left_speed_most);
}

TASK(rear_left_speed_task) {
    if (!rear_left_speed_started) {
        rear_left_speed_filter = rear_left * 4;
        rear_left_speed_started = 1;
    } else {
        rear_left_speed_filter = rear_left_speed_filter + rear_left - rear_left_speed_filter / 4;
    }
    GetResource(bus_3);
    rear_left_speed = (short)(rear_left_speed_filter / 4);
    if (rear_left_speed < 0) {
        rear_left_speed = 0;
    } else if (rear_left_speed > 100) {
        rear_left_speed = 100;
    }
    ReleaseResource(bus_3);
    assert(rear_left_speed >= 0 && rear_left_speed <= 100);
    rear_left_speed_note();
    TerminateTask();
}

/* Rear right speed. A low-pass filter. */
static int rear_right_speed_filter;
static unsigned char rear_right_speed_started;
static short rear_right_speed;
static short rear_right_speed_least, rear_right_speed_most;

/* For the workshop: the smallest and the largest value so far. */
static void rear_right_speed_note(void) {
    if (rear_right_speed < rear_right_speed_least) rear_right_speed_least = rear_right_speed;
    if (rear_right_speed > rear_right_speed_most) rear_right_speed_most = rear_right_speed;
    assert(rear_right_speed_least <= rear_right_speed_most);
}

TASK(rear_right_speed_task) {
    if (!rear_right_speed_started) {
        rear_right_speed_filter = rear_right * 4;
        rear_right_speed_started = 1;
    } else {
        rear_right_speed_filter = rear_right_speed_filter + rear_right - rear_right_speed_filter / 4;
    }
    GetResource(bus_1);
    rear_right_speed = (short)(rear_right_speed_filter / 4);
    if (rear_right_speed < 0) {
        rear_right_speed = 0;
    } else if (rear_right_speed > 100) {
        rear_right_speed = 100;
    }
    ReleaseResource(bus_1);
    assert(rear_right_speed >= 0 && rear_right_speed <= 100);
    rear_right_speed_note();
    TerminateTask();
}

/* Front left slip. Believes no jumps. */
static short front_left_slip_before;
static unsigned char front_left_slip_known, front_left_slip_suspicious;
static short front_left_slip;
static short front_left_slip_least, front_left_slip_most;

/* For the workshop: the smallest and the largest value so far. */
static void front_left_slip_note(void) {
    if (front_left_slip < front_left_slip_least) front_left_slip_least = front_left_slip;
    if (front_left_slip > front_left_slip_most) front_left_slip_most = front_left_slip;
    assert(front_left_slip_least <= front_left_slip_most);
}

TASK(front_left_slip_task) {
    short jump = 0;

    if (front_left_slip_known) {
        jump = (short)(front_left_speed - front_left_slip_before);
        if (jump < 0) jump = (short)-jump;
    }
    if (jump > 50) {
        if (front_left_slip_suspicious < 5) front_left_slip_suspicious++;
    } else if (front_left_slip_suspicious > 0) {
        front_left_slip_suspicious--;
    }
    front_left_slip_before = front_left_speed;
    front_left_slip_known = 1;
    GetResource(bus_2);
    front_left_slip = front_left_slip_suspicious < 5 ? front_left_speed : 50;
    ReleaseResource(bus_2);
    assert(front_left_slip_suspicious <= 5);
    assert(jump >= 0);
    front_left_slip_note();
    TerminateTask();
}

/* Front right slip. Believes no jumps. */
static short front_right_slip_before;
static unsigned char front_right_slip_known, front_right_slip_suspicious;
static short front_right_slip;
static short front_right_slip_least, front_right_slip_most;

/* For the workshop: the smallest and the largest value so far. */
static void front_right_slip_note(void) {
    if (front_right_slip < front_right_slip_least) front_right_slip_least = front_right_slip;
    if (front_right_slip > front_right_slip_most) front_right_slip_most = front_right_slip;
    assert(front_right_slip_least <= front_right_slip_most);
}

TASK(front_right_slip_task) {
    short jump = 0;

    if (front_right_slip_known) {
        jump = (short)(front_right_speed - front_right_slip_before);
        if (jump < 0) jump = (short)-jump;
    }
    if (jump > 50) {
        if (front_right_slip_suspicious < 5) front_right_slip_suspicious++;
    } else if (front_right_slip_suspicious > 0) {
        front_right_slip_suspicious--;
    }
    front_right_slip_before = front_right_speed;
    front_right_slip_known = 1;
    GetResource(bus_3);
    front_right_slip = front_right_slip_suspicious < 5 ? front_right_speed : 50;
    ReleaseResource(bus_3);
    assert(front_right_slip_suspicious <= 5);
    assert(jump >= 0);
    front_right_slip_note();
    TerminateTask();
}

/* Rear left slip. Believes no jumps. */
static short rear_left_slip_before;
static unsigned char rear_left_slip_known, rear_left_slip_suspicious;
static short rear_left_slip;
static short rear_left_slip_least, rear_left_slip_most;

/* For the workshop: the smallest and the largest value so far. */
static void rear_left_slip_note(void) {
    if (rear_left_slip < rear_left_slip_least) rear_left_slip_least = rear_left_slip;
    if (rear_left_slip > rear_left_slip_most) rear_left_slip_most = rear_left_slip;
    assert(rear_left_slip_least <= rear_left_slip_most);
}

TASK(rear_left_slip_task) {
    short jump = 0;

    if (rear_left_slip_known) {
        jump = (short)(rear_left_speed - rear_left_slip_before);
        if (jump < 0) jump = (short)-jump;
    }
    if (jump > 50) {
        if (rear_left_slip_suspicious < 5) rear_left_slip_suspicious++;
    } else if (rear_left_slip_suspicious > 0) {
        rear_left_slip_suspicious--;
    }
    rear_left_slip_before = rear_left_speed;
    rear_left_slip_known = 1;
    GetResource(bus_1);
    rear_left_slip = rear_left_slip_suspicious < 5 ? rear_left_speed : 50;
    ReleaseResource(bus_1);
    assert(rear_left_slip_suspicious <= 5);
    assert(jump >= 0);
    rear_left_slip_note();
    TerminateTask();
}

/* Rear right slip. Believes no jumps. */
static short rear_right_slip_before;
static unsigned char rear_right_slip_known, rear_right_slip_suspicious;
static short rear_right_slip;
static short rear_right_slip_least, rear_right_slip_most;

/* For the workshop: the smallest and the largest value so far. */
static void rear_right_slip_note(void) {
    if (rear_right_slip < rear_right_slip_least) rear_right_slip_least = rear_right_slip;
    if (rear_right_slip > rear_right_slip_most) rear_right_slip_most = rear_right_slip;
    assert(rear_right_slip_least <= rear_right_slip_most);
}

TASK(rear_right_slip_task) {
    short jump = 0;

    if (rear_right_slip_known) {
        jump = (short)(rear_right_speed - rear_right_slip_before);
        if (jump < 0) jump = (short)-jump;
    }
    if (jump > 50) {
        if (rear_right_slip_suspicious < 5) rear_right_slip_suspicious++;
    } else if (rear_right_slip_suspicious > 0) {
        rear_right_slip_suspicious--;
    }
    rear_right_slip_before = rear_right_speed;
    rear_right_slip_known = 1;
    GetResource(bus_2);
    rear_right_slip = rear_right_slip_suspicious < 5 ? rear_right_speed : 50;
    ReleaseResource(bus_2);
    assert(rear_right_slip_suspicious <= 5);
    assert(jump >= 0);
    rear_right_slip_note();
    TerminateTask();
}

/* Vehicle speed. The mean of the last values. */
#define VEHICLE_SPEED_WINDOW 4
static short vehicle_speed_window[VEHICLE_SPEED_WINDOW];
static unsigned char vehicle_speed_next;
static short vehicle_speed;
static short vehicle_speed_least, vehicle_speed_most;

/* For the workshop: the smallest and the largest value so far. */
static void vehicle_speed_note(void) {
    if (vehicle_speed < vehicle_speed_least) vehicle_speed_least = vehicle_speed;
    if (vehicle_speed > vehicle_speed_most) vehicle_speed_most = vehicle_speed;
    assert(vehicle_speed_least <= vehicle_speed_most);
}

TASK(vehicle_speed_task) {
    int sum = 0;
    unsigned char i;

    vehicle_speed_window[vehicle_speed_next] = front_left_speed;
    vehicle_speed_next++;
    if (vehicle_speed_next >= VEHICLE_SPEED_WINDOW) vehicle_speed_next = 0;
    for (i = 0; i < VEHICLE_SPEED_WINDOW; i++) {
        sum += vehicle_speed_window[i];
    }
    vehicle_speed = (short)(sum / VEHICLE_SPEED_WINDOW);
    assert(vehicle_speed >= 0 && vehicle_speed <= 100);
    vehicle_speed_note();
    TerminateTask();
}

/* Pedal wish. A switch, once it is stable. */
#define PEDAL_WISH_STABLE 2
static unsigned char pedal_wish_count, pedal_wish_candidate;
static short pedal_wish;
static short pedal_wish_least, pedal_wish_most;

/* For the workshop: the smallest and the largest value so far. */
static void pedal_wish_note(void) {
    if (pedal_wish < pedal_wish_least) pedal_wish_least = pedal_wish;
    if (pedal_wish > pedal_wish_most) pedal_wish_most = pedal_wish;
    assert(pedal_wish_least <= pedal_wish_most);
}

TASK(pedal_wish_task) {
    unsigned char level = brake_pedal > 50 ? 1 : 0;

    if (level != pedal_wish_candidate) {
        pedal_wish_candidate = level;
        pedal_wish_count = 0;
    } else if (pedal_wish_count < PEDAL_WISH_STABLE) {
        pedal_wish_count++;
    }
    if (pedal_wish_count >= PEDAL_WISH_STABLE) {
        pedal_wish = pedal_wish_candidate ? 100 : 0;
    }
    assert(pedal_wish_count <= PEDAL_WISH_STABLE);
    assert(pedal_wish >= 0 && pedal_wish <= 100);
    pedal_wish_note();
    TerminateTask();
}

/* Front left valve. A controller. */
static struct controller front_left_valve_state = {.target = 50, .low = 0, .high = 100, .gain = 2, .divisor = 4};
static short front_left_valve;

TASK(front_left_valve_task) {
    struct controller *c = &front_left_valve_state;
    int error = c->target - front_left_slip;
    int output;

    c->integral += error;
    if (c->integral > 200) {
        c->integral = 200;
    } else if (c->integral < -200) {
        c->integral = -200;
    }
    output = (c->gain * error + c->integral) / c->divisor;
    if (output < c->low) {
        output = c->low;
    }
    if (output > c->high) {
        output = c->high;
    }
    front_left_valve = (short)output;
    assert(front_left_valve >= 0 && front_left_valve <= 100);
    assert(c->integral >= -200 && c->integral <= 200);
    TerminateTask();
}

/* Front right valve. A controller. */
static struct controller front_right_valve_state = {.target = 50, .low = 0, .high = 100, .gain = 2, .divisor = 4};
static short front_right_valve;

TASK(front_right_valve_task) {
    struct controller *c = &front_right_valve_state;
    int error = c->target - front_right_slip;
    int output;

    c->integral += error;
    if (c->integral > 200) {
        c->integral = 200;
    } else if (c->integral < -200) {
        c->integral = -200;
    }
    output = (c->gain * error + c->integral) / c->divisor;
    if (output < c->low) {
        output = c->low;
    }
    if (output > c->high) {
        output = c->high;
    }
    front_right_valve = (short)output;
    assert(front_right_valve >= 0 && front_right_valve <= 100);
    assert(c->integral >= -200 && c->integral <= 200);
    TerminateTask();
}

/* Rear valves. A controller. */
static struct controller rear_valves_state = {.target = 50, .low = 0, .high = 100, .gain = 2, .divisor = 4};
static short rear_valves;

TASK(rear_valves_task) {
    struct controller *c = &rear_valves_state;
    int error = c->target - rear_left_slip;
    int output;

    c->integral += error;
    if (c->integral > 200) {
        c->integral = 200;
    } else if (c->integral < -200) {
        c->integral = -200;
    }
    output = (c->gain * error + c->integral) / c->divisor;
    if (output < c->low) {
        output = c->low;
    }
    if (output > c->high) {
        output = c->high;
    }
    rear_valves = (short)output;
    assert(rear_valves >= 0 && rear_valves <= 100);
    assert(c->integral >= -200 && c->integral <= 200);
    TerminateTask();
}

/* Pump. On and off, and off for good after errors. */
enum pump_mode { PUMP_OFF, PUMP_STARTING, PUMP_ACTIVE, PUMP_FAILED };
static enum pump_mode pump_mode;
static unsigned char pump_errors;
static short pump;

TASK(pump_task) {
    int good = pressure >= 0 && pressure <= 100;

    switch (pump_mode) {
    case PUMP_OFF:
        if (good) pump_mode = PUMP_STARTING;
        break;
    case PUMP_STARTING:
        pump_mode = good ? PUMP_ACTIVE : PUMP_OFF;
        break;
    case PUMP_ACTIVE:
        if (!good) {
            pump_errors++;
            if (pump_errors >= 3) pump_mode = PUMP_FAILED;
        } else {
            pump_errors = 0;
        }
        break;
    case PUMP_FAILED:
        pump_errors = 3;
        break;
    }
    pump = pump_mode == PUMP_ACTIVE ? 100 : 0;
    assert(pump_errors <= 3);
    assert(pump_mode != PUMP_FAILED || pump_errors == 3);
    TerminateTask();
}

/* Pump curve. A characteristic curve. */
#define PUMP_CURVE_POINTS 5
static const struct point pump_curve_curve[PUMP_CURVE_POINTS] = {
    {0, 0}, {25, 25}, {50, 50}, {75, 75}, {100, 100},
};
static short pump_curve;

TASK(pump_curve_task) {
    short x = percent(pressure, 0, 100);
    short y = pump_curve_curve[PUMP_CURVE_POINTS - 1].y;
    unsigned char i;

    for (i = 0; i + 1 < PUMP_CURVE_POINTS; i++) {
        const struct point from = pump_curve_curve[i];
        const struct point to = pump_curve_curve[i + 1];

        if (x >= from.x && x < to.x) {
            y = (short)(from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x));
            break;
        }
    }
    pump_curve = y;
    assert(pump_curve >= 0 && pump_curve <= 100);
    TerminateTask();
}

/* Lamp. On and off, and off for good after errors. */
enum lamp_mode { LAMP_OFF, LAMP_STARTING, LAMP_ACTIVE, LAMP_FAILED };
static enum lamp_mode lamp_mode;
static unsigned char lamp_errors;
static short lamp;

TASK(lamp_task) {
    int good = vehicle_speed >= 0 && vehicle_speed <= 100;

    switch (lamp_mode) {
    case LAMP_OFF:
        if (good) lamp_mode = LAMP_STARTING;
        break;
    case LAMP_STARTING:
        lamp_mode = good ? LAMP_ACTIVE : LAMP_OFF;
        break;
    case LAMP_ACTIVE:
        if (!good) {
            lamp_errors++;
            if (lamp_errors >= 3) lamp_mode = LAMP_FAILED;
        } else {
            lamp_errors = 0;
        }
        break;
    case LAMP_FAILED:
        lamp_errors = 3;
        break;
    }
    lamp = lamp_mode == LAMP_ACTIVE ? 100 : 0;
    assert(lamp_errors <= 3);
    assert(lamp_mode != LAMP_FAILED || lamp_errors == 3);
    TerminateTask();
}

/* Brake frame. Sends a frame. */
static unsigned char brake_frame_frame[4];
static unsigned char brake_frame_sent;
static short brake_frame;

TASK(brake_frame_task) {
    unsigned char sum = 0;
    unsigned char i;

    brake_frame_frame[0] = (unsigned char)(vehicle_speed & 0xff);
    brake_frame_frame[1] = (unsigned char)((vehicle_speed >> 8) & 0xff);
    brake_frame_frame[2] = brake_frame_sent;
    for (i = 0; i < 3; i++) {
        sum = (unsigned char)(sum + brake_frame_frame[i]);
    }
    brake_frame_frame[3] = (unsigned char)~sum;
    brake_frame_sent = (unsigned char)((brake_frame_sent + 1) & 0x0f);
    brake_frame = vehicle_speed;
    assert((unsigned char)(sum + brake_frame_frame[3]) == 0xff);
    assert(brake_frame_sent < 16);
    TerminateTask();
}

/* Trend. Leaves out spikes. */
static short trend_last[3];
static short trend;

TASK(trend_task) {
    short sorted[3];
    int i, j;

    trend_last[0] = trend_last[1];
    trend_last[1] = trend_last[2];
    trend_last[2] = pressure;
    sorted[0] = trend_last[0];
    sorted[1] = trend_last[1];
    sorted[2] = trend_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    trend = sorted[1];
    assert(trend >= 0 && trend <= 100);
    TerminateTask();
}

/* Who is due in which round. */
static const TaskType due[ROUNDS][SLOTS] = {
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
    {front_left_task, front_right_task, rear_left_task, rear_right_task, brake_pedal_task,
     pressure_task, front_left_speed_task, front_right_speed_task, rear_left_speed_task, rear_right_speed_task,
     front_left_slip_task, front_right_slip_task, rear_left_slip_task, rear_right_slip_task, vehicle_speed_task,
     pedal_wish_task, front_left_valve_task, front_right_valve_task, rear_valves_task, pump_task,
     pump_curve_task, lamp_task, brake_frame_task, trend_task},
};

TASK(timer) {
    unsigned char round, slot;

    drift = (short)random(-2, 2);
    for (round = 0; round < ROUNDS; round++) {
        for (slot = 0; slot < SLOTS; slot++) {
            ActivateTask(due[round][slot]);
        }
    }
    TerminateTask();
}
