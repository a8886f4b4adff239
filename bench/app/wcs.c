/* Window control system: 18 tasks, written by table83.py in the shape of the thesis's application of that name.
 *
 * `timer`, the least urgent task, is the clock: in each of 5 rounds it activates the tasks that are due. They read
 * sensors, filter and check what they read, control something, and report. All of them are more urgent than the timer
 * and run at once, in the order of the table. What several tasks read is written under a resource. */
#include "os.h"
#include <assert.h>

#define ROUNDS 5
#define SLOTS 13
#define PROFILE 4

struct point {
    short x, y;
};

struct controller {
    short target, low, high;
    int gain, divisor, integral;
};

DeclareTask(timer);
DeclareTask(driver_switch_task);
DeclareTask(passenger_switch_task);
DeclareTask(rear_switch_task);
DeclareTask(motor_current_task);
DeclareTask(position_task);
DeclareTask(battery_task);
DeclareTask(driver_wish_task);
DeclareTask(passenger_wish_task);
DeclareTask(rear_wish_task);
DeclareTask(current_task);
DeclareTask(pinch_task);
DeclareTask(supply_task);
DeclareTask(driver_motor_task);
DeclareTask(passenger_motor_task);
DeclareTask(soft_start_task);
DeclareTask(end_stop_task);
DeclareTask(body_frame_task);
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

/* Driver switch. Reads a sensor. */
static const short driver_switch_profile[PROFILE] = {5, 16, 27, 38};
static unsigned char driver_switch_at;
static short driver_switch;
static short driver_switch_least, driver_switch_most;

/* For the workshop: the smallest and the largest value so far. */
static void driver_switch_note(void) {
    if (driver_switch < driver_switch_least) driver_switch_least = driver_switch;
    if (driver_switch > driver_switch_most) driver_switch_most = driver_switch;
    assert(driver_switch_least <= driver_switch_most);
}
static unsigned char driver_switch_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void driver_switch_fall_back(void) {
    if (driver_switch != 0 && driver_switch != 100) {
        driver_switch_trouble = 0;
    } else if (driver_switch_trouble < 3) {
        driver_switch_trouble++;
    } else {
        driver_switch = 50;
    }
    assert(driver_switch_trouble <= 3);
}

TASK(driver_switch_task) {
    short raw = driver_switch_profile[driver_switch_at];

    driver_switch_at++;
    if (driver_switch_at >= PROFILE) driver_switch_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    driver_switch = raw;
    ReleaseResource(bus_1);
    assert(driver_switch >= 0 && driver_switch <= 100);
    driver_switch_fall_back();
    driver_switch_note();
    TerminateTask();
}

/* Passenger switch. Reads a sensor. */
static const short passenger_switch_profile[PROFILE] = {42, 53, 64, 75};
static unsigned char passenger_switch_at;
static short passenger_switch;
static short passenger_switch_least, passenger_switch_most;

/* For the workshop: the smallest and the largest value so far. */
static void passenger_switch_note(void) {
    if (passenger_switch < passenger_switch_least) passenger_switch_least = passenger_switch;
    if (passenger_switch > passenger_switch_most) passenger_switch_most = passenger_switch;
    assert(passenger_switch_least <= passenger_switch_most);
}
static unsigned char passenger_switch_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void passenger_switch_fall_back(void) {
    if (passenger_switch != 0 && passenger_switch != 100) {
        passenger_switch_trouble = 0;
    } else if (passenger_switch_trouble < 3) {
        passenger_switch_trouble++;
    } else {
        passenger_switch = 50;
    }
    assert(passenger_switch_trouble <= 3);
}

TASK(passenger_switch_task) {
    short raw = passenger_switch_profile[passenger_switch_at];

    passenger_switch_at++;
    if (passenger_switch_at >= PROFILE) passenger_switch_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_2);
    passenger_switch = raw;
    ReleaseResource(bus_2);
    assert(passenger_switch >= 0 && passenger_switch <= 100);
    passenger_switch_fall_back();
    passenger_switch_note();
    TerminateTask();
}

/* Rear switch. Reads a sensor. */
static const short rear_switch_profile[PROFILE] = {79, 90, 11, 22};
static unsigned char rear_switch_at;
static short rear_switch;
static short rear_switch_least, rear_switch_most;

/* For the workshop: the smallest and the largest value so far. */
static void rear_switch_note(void) {
    if (rear_switch < rear_switch_least) rear_switch_least = rear_switch;
    if (rear_switch > rear_switch_most) rear_switch_most = rear_switch;
    assert(rear_switch_least <= rear_switch_most);
}
static unsigned char rear_switch_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void rear_switch_fall_back(void) {
    if (rear_switch != 0 && rear_switch != 100) {
        rear_switch_trouble = 0;
    } else if (rear_switch_trouble < 3) {
        rear_switch_trouble++;
    } else {
        rear_switch = 50;
    }
    assert(rear_switch_trouble <= 3);
}

TASK(rear_switch_task) {
    short raw = rear_switch_profile[rear_switch_at];

    rear_switch_at++;
    if (rear_switch_at >= PROFILE) rear_switch_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_3);
    rear_switch = raw;
    ReleaseResource(bus_3);
    assert(rear_switch >= 0 && rear_switch <= 100);
    rear_switch_fall_back();
    rear_switch_note();
    TerminateTask();
}

/* Motor current. Reads a sensor. */
static const short motor_current_profile[PROFILE] = {26, 37, 48, 59};
static unsigned char motor_current_at;
static short motor_current;
static short motor_current_least, motor_current_most;

/* For the workshop: the smallest and the largest value so far. */
static void motor_current_note(void) {
    if (motor_current < motor_current_least) motor_current_least = motor_current;
    if (motor_current > motor_current_most) motor_current_most = motor_current;
    assert(motor_current_least <= motor_current_most);
}
static unsigned char motor_current_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void motor_current_fall_back(void) {
    if (motor_current != 0 && motor_current != 100) {
        motor_current_trouble = 0;
    } else if (motor_current_trouble < 3) {
        motor_current_trouble++;
    } else {
        motor_current = 50;
    }
    assert(motor_current_trouble <= 3);
}

TASK(motor_current_task) {
    short raw = motor_current_profile[motor_current_at];

    motor_current_at++;
    if (motor_current_at >= PROFILE) motor_current_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    motor_current = raw;
    ReleaseResource(bus_1);
    assert(motor_current >= 0 && motor_current <= 100);
    motor_current_fall_back();
    motor_current_note();
    TerminateTask();
}

/* Position. Reads a sensor. */
static const short position_profile[PROFILE] = {63, 74, 85, 6};
static unsigned char position_at;
static short position;
static short position_least, position_most;

/* For the workshop: the smallest and the largest value so far. */
static void position_note(void) {
    if (position < position_least) position_least = position;
    if (position > position_most) position_most = position;
    assert(position_least <= position_most);
}
static unsigned char position_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void position_fall_back(void) {
    if (position != 0 && position != 100) {
        position_trouble = 0;
    } else if (position_trouble < 3) {
        position_trouble++;
    } else {
        position = 50;
    }
    assert(position_trouble <= 3);
}

TASK(position_task) {
    short raw = position_profile[position_at];

    position_at++;
    if (position_at >= PROFILE) position_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    position = raw;
    assert(position >= 0 && position <= 100);
    position_fall_back();
    position_note();
    TerminateTask();
}

/* Battery. Reads a sensor. */
static const short battery_profile[PROFILE] = {10, 21, 32, 43};
static unsigned char battery_at;
static short battery;
static short battery_least, battery_most;

/* For the workshop: the smallest and the largest value so far. */
static void battery_note(void) {
    if (battery < battery_least) battery_least = battery;
    if (battery > battery_most) battery_most = battery;
    assert(battery_least <= battery_most);
}
static unsigned char battery_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void battery_fall_back(void) {
    if (battery != 0 && battery != 100) {
        battery_trouble = 0;
    } else if (battery_trouble < 3) {
        battery_trouble++;
    } else {
        battery = 50;
    }
    assert(battery_trouble <= 3);
}

TASK(battery_task) {
    short raw = battery_profile[battery_at];

    battery_at++;
    if (battery_at >= PROFILE) battery_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    battery = raw;
    assert(battery >= 0 && battery <= 100);
    battery_fall_back();
    battery_note();
    TerminateTask();
}

/* Driver wish. A switch, once it is stable. */
#define DRIVER_WISH_STABLE 2
static unsigned char driver_wish_count, driver_wish_candidate;
static short driver_wish;
static short driver_wish_least, driver_wish_most;

/* For the workshop: the smallest and the largest value so far. */
static void driver_wish_note(void) {
    if (driver_wish < driver_wish_least) driver_wish_least = driver_wish;
    if (driver_wish > driver_wish_most) driver_wish_most = driver_wish;
    assert(driver_wish_least <= driver_wish_most);
}
static unsigned char driver_wish_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void driver_wish_fall_back(void) {
    if (driver_wish != 0 && driver_wish != 100) {
        driver_wish_trouble = 0;
    } else if (driver_wish_trouble < 3) {
        driver_wish_trouble++;
    } else {
        driver_wish = 50;
    }
    assert(driver_wish_trouble <= 3);
}

TASK(driver_wish_task) {
    unsigned char level = driver_switch > 50 ? 1 : 0;

    if (level != driver_wish_candidate) {
        driver_wish_candidate = level;
        driver_wish_count = 0;
    } else if (driver_wish_count < DRIVER_WISH_STABLE) {
        driver_wish_count++;
    }
    if (driver_wish_count >= DRIVER_WISH_STABLE) {
        driver_wish = driver_wish_candidate ? 100 : 0;
    }
    assert(driver_wish_count <= DRIVER_WISH_STABLE);
    assert(driver_wish >= 0 && driver_wish <= 100);
    driver_wish_fall_back();
    driver_wish_note();
    TerminateTask();
}

/* Passenger wish. A switch, once it is stable. */
#define PASSENGER_WISH_STABLE 2
static unsigned char passenger_wish_count, passenger_wish_candidate;
static short passenger_wish;
static short passenger_wish_least, passenger_wish_most;

/* For the workshop: the smallest and the largest value so far. */
static void passenger_wish_note(void) {
    if (passenger_wish < passenger_wish_least) passenger_wish_least = passenger_wish;
    if (passenger_wish > passenger_wish_most) passenger_wish_most = passenger_wish;
    assert(passenger_wish_least <= passenger_wish_most);
}
static unsigned char passenger_wish_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void passenger_wish_fall_back(void) {
    if (passenger_wish != 0 && passenger_wish != 100) {
        passenger_wish_trouble = 0;
    } else if (passenger_wish_trouble < 3) {
        passenger_wish_trouble++;
    } else {
        passenger_wish = 50;
    }
    assert(passenger_wish_trouble <= 3);
}

TASK(passenger_wish_task) {
    unsigned char level = passenger_switch > 50 ? 1 : 0;

    if (level != passenger_wish_candidate) {
        passenger_wish_candidate = level;
        passenger_wish_count = 0;
    } else if (passenger_wish_count < PASSENGER_WISH_STABLE) {
        passenger_wish_count++;
    }
    if (passenger_wish_count >= PASSENGER_WISH_STABLE) {
        passenger_wish = passenger_wish_candidate ? 100 : 0;
    }
    assert(passenger_wish_count <= PASSENGER_WISH_STABLE);
    assert(passenger_wish >= 0 && passenger_wish <= 100);
    passenger_wish_fall_back();
    passenger_wish_note();
    TerminateTask();
}

/* Rear wish. A switch, once it is stable. */
#define REAR_WISH_STABLE 2
static unsigned char rear_wish_count, rear_wish_candidate;
static short rear_wish;
static short rear_wish_least, rear_wish_most;

/* For the workshop: the smallest and the largest value so far. */
static void rear_wish_note(void) {
    if (rear_wish < rear_wish_least) rear_wish_least = rear_wish;
    if (rear_wish > rear_wish_most) rear_wish_most = rear_wish;
    assert(rear_wish_least <= rear_wish_most);
}
static unsigned char rear_wish_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void rear_wish_fall_back(void) {
    if (rear_wish != 0 && rear_wish != 100) {
        rear_wish_trouble = 0;
    } else if (rear_wish_trouble < 3) {
        rear_wish_trouble++;
    } else {
        rear_wish = 50;
    }
    assert(rear_wish_trouble <= 3);
}

TASK(rear_wish_task) {
    unsigned char level = rear_switch > 50 ? 1 : 0;

    if (level != rear_wish_candidate) {
        rear_wish_candidate = level;
        rear_wish_count = 0;
    } else if (rear_wish_count < REAR_WISH_STABLE) {
        rear_wish_count++;
    }
    if (rear_wish_count >= REAR_WISH_STABLE) {
        rear_wish = rear_wish_candidate ? 100 : 0;
    }
    assert(rear_wish_count <= REAR_WISH_STABLE);
    assert(rear_wish >= 0 && rear_wish <= 100);
    rear_wish_fall_back();
    rear_wish_note();
    TerminateTask();
}

/* Current. The mean of the last values. */
#define CURRENT_WINDOW 4
static short current_window[CURRENT_WINDOW];
static unsigned char current_next;
static short current;
static short current_least, current_most;

/* For the workshop: the smallest and the largest value so far. */
static void current_note(void) {
    if (current < current_least) current_least = current;
    if (current > current_most) current_most = current;
    assert(current_least <= current_most);
}
static unsigned char current_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void current_fall_back(void) {
    if (current != 0 && current != 100) {
        current_trouble = 0;
    } else if (current_trouble < 3) {
        current_trouble++;
    } else {
        current = 50;
    }
    assert(current_trouble <= 3);
}

TASK(current_task) {
    int sum = 0;
    unsigned char i;

    current_window[current_next] = motor_current;
    current_next++;
    if (current_next >= CURRENT_WINDOW) current_next = 0;
    for (i = 0; i < CURRENT_WINDOW; i++) {
        sum += current_window[i];
    }
    current = (short)(sum / CURRENT_WINDOW);
    assert(current >= 0 && current <= 100);
    current_fall_back();
    current_note();
    TerminateTask();
}

/* Pinch. Believes no jumps. */
static short pinch_before;
static unsigned char pinch_known, pinch_suspicious;
static short pinch;
static short pinch_least, pinch_most;

/* For the workshop: the smallest and the largest value so far. */
static void pinch_note(void) {
    if (pinch < pinch_least) pinch_least = pinch;
    if (pinch > pinch_most) pinch_most = pinch;
    assert(pinch_least <= pinch_most);
}
static unsigned char pinch_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void pinch_fall_back(void) {
    if (pinch != 0 && pinch != 100) {
        pinch_trouble = 0;
    } else if (pinch_trouble < 3) {
        pinch_trouble++;
    } else {
        pinch = 50;
    }
    assert(pinch_trouble <= 3);
}

TASK(pinch_task) {
    short jump = 0;

    if (pinch_known) {
        jump = (short)(current - pinch_before);
        if (jump < 0) jump = (short)-jump;
    }
    if (jump > 50) {
        if (pinch_suspicious < 5) pinch_suspicious++;
    } else if (pinch_suspicious > 0) {
        pinch_suspicious--;
    }
    pinch_before = current;
    pinch_known = 1;
    pinch = pinch_suspicious < 5 ? current : 50;
    assert(pinch_suspicious <= 5);
    assert(jump >= 0);
    pinch_fall_back();
    pinch_note();
    TerminateTask();
}

/* Supply. A low-pass filter. */
static int supply_filter;
static unsigned char supply_started;
static short supply;
static short supply_least, supply_most;

/* For the workshop: the smallest and the largest value so far. */
static void supply_note(void) {
    if (supply < supply_least) supply_least = supply;
    if (supply > supply_most) supply_most = supply;
    assert(supply_least <= supply_most);
}
static unsigned char supply_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void supply_fall_back(void) {
    if (supply != 0 && supply != 100) {
        supply_trouble = 0;
    } else if (supply_trouble < 3) {
        supply_trouble++;
    } else {
        supply = 50;
    }
    assert(supply_trouble <= 3);
}

TASK(supply_task) {
    if (!supply_started) {
        supply_filter = battery * 4;
        supply_started = 1;
    } else {
        supply_filter = supply_filter + battery - supply_filter / 4;
    }
    supply = (short)(supply_filter / 4);
    if (supply < 0) {
        supply = 0;
    } else if (supply > 100) {
        supply = 100;
    }
    assert(supply >= 0 && supply <= 100);
    supply_fall_back();
    supply_note();
    TerminateTask();
}

/* Driver motor. On and off, and off for good after errors. */
enum driver_motor_mode { DRIVER_MOTOR_OFF, DRIVER_MOTOR_STARTING, DRIVER_MOTOR_ACTIVE, DRIVER_MOTOR_FAILED };
static enum driver_motor_mode driver_motor_mode;
static unsigned char driver_motor_errors;
static short driver_motor;
static short driver_motor_least, driver_motor_most;

/* For the workshop: the smallest and the largest value so far. */
static void driver_motor_note(void) {
    if (driver_motor < driver_motor_least) driver_motor_least = driver_motor;
    if (driver_motor > driver_motor_most) driver_motor_most = driver_motor;
    assert(driver_motor_least <= driver_motor_most);
}
static unsigned char driver_motor_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void driver_motor_fall_back(void) {
    if (driver_motor != 0 && driver_motor != 100) {
        driver_motor_trouble = 0;
    } else if (driver_motor_trouble < 3) {
        driver_motor_trouble++;
    } else {
        driver_motor = 50;
    }
    assert(driver_motor_trouble <= 3);
}

TASK(driver_motor_task) {
    int good = driver_wish >= 0 && driver_wish <= 100;

    switch (driver_motor_mode) {
    case DRIVER_MOTOR_OFF:
        if (good) driver_motor_mode = DRIVER_MOTOR_STARTING;
        break;
    case DRIVER_MOTOR_STARTING:
        driver_motor_mode = good ? DRIVER_MOTOR_ACTIVE : DRIVER_MOTOR_OFF;
        break;
    case DRIVER_MOTOR_ACTIVE:
        if (!good) {
            driver_motor_errors++;
            if (driver_motor_errors >= 3) driver_motor_mode = DRIVER_MOTOR_FAILED;
        } else {
            driver_motor_errors = 0;
        }
        break;
    case DRIVER_MOTOR_FAILED:
        driver_motor_errors = 3;
        break;
    }
    driver_motor = driver_motor_mode == DRIVER_MOTOR_ACTIVE ? 100 : 0;
    assert(driver_motor_errors <= 3);
    assert(driver_motor_mode != DRIVER_MOTOR_FAILED || driver_motor_errors == 3);
    driver_motor_fall_back();
    driver_motor_note();
    TerminateTask();
}

/* Passenger motor. On and off, and off for good after errors. */
enum passenger_motor_mode { PASSENGER_MOTOR_OFF, PASSENGER_MOTOR_STARTING, PASSENGER_MOTOR_ACTIVE, PASSENGER_MOTOR_FAILED };
static enum passenger_motor_mode passenger_motor_mode;
static unsigned char passenger_motor_errors;
static short passenger_motor;
static short passenger_motor_least, passenger_motor_most;

/* For the workshop: the smallest and the largest value so far. */
static void passenger_motor_note(void) {
    if (passenger_motor < passenger_motor_least) passenger_motor_least = passenger_motor;
    if (passenger_motor > passenger_motor_most) passenger_motor_most = passenger_motor;
    assert(passenger_motor_least <= passenger_motor_most);
}
static unsigned char passenger_motor_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void passenger_motor_fall_back(void) {
    if (passenger_motor != 0 && passenger_motor != 100) {
        passenger_motor_trouble = 0;
    } else if (passenger_motor_trouble < 3) {
        passenger_motor_trouble++;
    } else {
        passenger_motor = 50;
    }
    assert(passenger_motor_trouble <= 3);
}

TASK(passenger_motor_task) {
    int good = passenger_wish >= 0 && passenger_wish <= 100;

    switch (passenger_motor_mode) {
    case PASSENGER_MOTOR_OFF:
        if (good) passenger_motor_mode = PASSENGER_MOTOR_STARTING;
        break;
    case PASSENGER_MOTOR_STARTING:
        passenger_motor_mode = good ? PASSENGER_MOTOR_ACTIVE : PASSENGER_MOTOR_OFF;
        break;
    case PASSENGER_MOTOR_ACTIVE:
        if (!good) {
            passenger_motor_errors++;
            if (passenger_motor_errors >= 3) passenger_motor_mode = PASSENGER_MOTOR_FAILED;
        } else {
            passenger_motor_errors = 0;
        }
        break;
    case PASSENGER_MOTOR_FAILED:
        passenger_motor_errors = 3;
        break;
    }
    passenger_motor = passenger_motor_mode == PASSENGER_MOTOR_ACTIVE ? 100 : 0;
    assert(passenger_motor_errors <= 3);
    assert(passenger_motor_mode != PASSENGER_MOTOR_FAILED || passenger_motor_errors == 3);
    passenger_motor_fall_back();
    passenger_motor_note();
    TerminateTask();
}

/* Soft start. Not too fast. */
#define SOFT_START_STEP 8
static short soft_start;
static short soft_start_least, soft_start_most;

/* For the workshop: the smallest and the largest value so far. */
static void soft_start_note(void) {
    if (soft_start < soft_start_least) soft_start_least = soft_start;
    if (soft_start > soft_start_most) soft_start_most = soft_start;
    assert(soft_start_least <= soft_start_most);
}
static unsigned char soft_start_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void soft_start_fall_back(void) {
    if (soft_start != 0 && soft_start != 100) {
        soft_start_trouble = 0;
    } else if (soft_start_trouble < 3) {
        soft_start_trouble++;
    } else {
        soft_start = 50;
    }
    assert(soft_start_trouble <= 3);
}

TASK(soft_start_task) {
    short wanted = driver_motor;
    short difference;

    if (wanted < 0) wanted = 0;
    if (wanted > 100) wanted = 100;
    difference = (short)(wanted - soft_start);
    if (difference > SOFT_START_STEP) difference = SOFT_START_STEP;
    if (difference < -SOFT_START_STEP) difference = -SOFT_START_STEP;
    soft_start = (short)(soft_start + difference);
    assert(difference >= -SOFT_START_STEP && difference <= SOFT_START_STEP);
    assert(soft_start >= 0 && soft_start <= 100);
    soft_start_fall_back();
    soft_start_note();
    TerminateTask();
}

/* End stop. A characteristic curve. */
#define END_STOP_POINTS 5
static const struct point end_stop_curve[END_STOP_POINTS] = {
    {0, 0}, {25, 25}, {50, 50}, {75, 75}, {100, 100},
};
static short end_stop;
static short end_stop_least, end_stop_most;

/* For the workshop: the smallest and the largest value so far. */
static void end_stop_note(void) {
    if (end_stop < end_stop_least) end_stop_least = end_stop;
    if (end_stop > end_stop_most) end_stop_most = end_stop;
    assert(end_stop_least <= end_stop_most);
}
static unsigned char end_stop_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void end_stop_fall_back(void) {
    if (end_stop != 0 && end_stop != 100) {
        end_stop_trouble = 0;
    } else if (end_stop_trouble < 3) {
        end_stop_trouble++;
    } else {
        end_stop = 50;
    }
    assert(end_stop_trouble <= 3);
}

TASK(end_stop_task) {
    short x = percent(position, 0, 100);
    short y = end_stop_curve[END_STOP_POINTS - 1].y;
    unsigned char i;

    for (i = 0; i + 1 < END_STOP_POINTS; i++) {
        const struct point from = end_stop_curve[i];
        const struct point to = end_stop_curve[i + 1];

        if (x >= from.x && x < to.x) {
            y = (short)(from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x));
            break;
        }
    }
    end_stop = y;
    assert(end_stop >= 0 && end_stop <= 100);
    end_stop_fall_back();
    end_stop_note();
    TerminateTask();
}

/* Body frame. Sends a frame. */
static unsigned char body_frame_frame[4];
static unsigned char body_frame_sent;
static short body_frame;
static short body_frame_least, body_frame_most;

/* For the workshop: the smallest and the largest value so far. */
static void body_frame_note(void) {
    if (body_frame < body_frame_least) body_frame_least = body_frame;
    if (body_frame > body_frame_most) body_frame_most = body_frame;
    assert(body_frame_least <= body_frame_most);
}
static unsigned char body_frame_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void body_frame_fall_back(void) {
    if (body_frame != 0 && body_frame != 100) {
        body_frame_trouble = 0;
    } else if (body_frame_trouble < 3) {
        body_frame_trouble++;
    } else {
        body_frame = 50;
    }
    assert(body_frame_trouble <= 3);
}

TASK(body_frame_task) {
    unsigned char sum = 0;
    unsigned char i;

    body_frame_frame[0] = (unsigned char)(pinch & 0xff);
    body_frame_frame[1] = (unsigned char)((pinch >> 8) & 0xff);
    body_frame_frame[2] = body_frame_sent;
    for (i = 0; i < 3; i++) {
        sum = (unsigned char)(sum + body_frame_frame[i]);
    }
    body_frame_frame[3] = (unsigned char)~sum;
    body_frame_sent = (unsigned char)((body_frame_sent + 1) & 0x0f);
    body_frame = pinch;
    assert((unsigned char)(sum + body_frame_frame[3]) == 0xff);
    assert(body_frame_sent < 16);
    body_frame_fall_back();
    body_frame_note();
    TerminateTask();
}

/* Who is due in which round. */
static const TaskType due[ROUNDS][SLOTS] = {
    {driver_switch_task, passenger_switch_task, rear_switch_task, motor_current_task, position_task,
     battery_task, driver_wish_task, passenger_wish_task, rear_wish_task, current_task,
     pinch_task, supply_task, driver_motor_task},
    {driver_switch_task, passenger_switch_task, rear_switch_task, motor_current_task, position_task,
     battery_task, driver_wish_task, passenger_wish_task, rear_wish_task, current_task,
     pinch_task, passenger_motor_task, soft_start_task},
    {driver_switch_task, passenger_switch_task, rear_switch_task, motor_current_task, position_task,
     battery_task, driver_wish_task, passenger_wish_task, rear_wish_task, current_task,
     pinch_task, end_stop_task, body_frame_task},
    {driver_switch_task, passenger_switch_task, rear_switch_task, motor_current_task, position_task,
     battery_task, driver_wish_task, passenger_wish_task, rear_wish_task, current_task,
     pinch_task, supply_task, driver_motor_task},
    {driver_switch_task, passenger_switch_task, rear_switch_task, motor_current_task, position_task,
     battery_task, driver_wish_task, passenger_wish_task, rear_wish_task, current_task,
     pinch_task, passenger_motor_task, soft_start_task},
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
