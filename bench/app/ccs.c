/* Cruise control system: 21 tasks, written by table83.py in the shape of the thesis's application of that name.
 *
 * `timer`, the least urgent task, is the clock: in each of 10 rounds it activates the tasks that are due. They read
 * sensors, filter and check what they read, control something, and report. All of them are more urgent than the timer
 * and run at once, in the order of the table. What several tasks read is written under a resource. */
#include "os.h"
#include <assert.h>

#define ROUNDS 10
#define SLOTS 8
#define PROFILE 4

struct point {
    short x, y;
};

struct controller {
    short target, low, high;
    int gain, divisor, integral;
};

DeclareTask(timer);
DeclareTask(wheel_left_task);
DeclareTask(wheel_right_task);
DeclareTask(gradient_task);
DeclareTask(radar_task);
DeclareTask(pedal_task);
DeclareTask(buttons_task);
DeclareTask(left_speed_task);
DeclareTask(right_speed_task);
DeclareTask(speed_task);
DeclareTask(slope_task);
DeclareTask(distance_task);
DeclareTask(closing_task);
DeclareTask(pedal_force_task);
DeclareTask(button_code_task);
DeclareTask(engine_map_task);
DeclareTask(brake_map_task);
DeclareTask(gap_map_task);
DeclareTask(throttle_task);
DeclareTask(display_frame_task);
DeclareTask(engine_frame_task);
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

/* Wheel left. Reads a sensor. */
static const short wheel_left_profile[PROFILE] = {5, 16, 27, 38};
static unsigned char wheel_left_at;
static short wheel_left;
static short wheel_left_least, wheel_left_most;

/* For the workshop: the smallest and the largest value so far. */
static void wheel_left_note(void) {
    if (wheel_left < wheel_left_least) wheel_left_least = wheel_left;
    if (wheel_left > wheel_left_most) wheel_left_most = wheel_left;
    assert(wheel_left_least <= wheel_left_most);
}
static unsigned char wheel_left_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void wheel_left_fall_back(void) {
    if (wheel_left != 0 && wheel_left != 100) {
        wheel_left_trouble = 0;
    } else if (wheel_left_trouble < 3) {
        wheel_left_trouble++;
    } else {
        wheel_left = 50;
    }
    assert(wheel_left_trouble <= 3);
}

TASK(wheel_left_task) {
    short raw = wheel_left_profile[wheel_left_at];

    wheel_left_at++;
    if (wheel_left_at >= PROFILE) wheel_left_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    wheel_left = raw;
    ReleaseResource(bus_1);
    assert(wheel_left >= 0 && wheel_left <= 100);
    wheel_left_fall_back();
    wheel_left_note();
    TerminateTask();
}

/* Wheel right. Reads a sensor. */
static const short wheel_right_profile[PROFILE] = {42, 53, 64, 75};
static unsigned char wheel_right_at;
static short wheel_right;
static short wheel_right_least, wheel_right_most;

/* For the workshop: the smallest and the largest value so far. */
static void wheel_right_note(void) {
    if (wheel_right < wheel_right_least) wheel_right_least = wheel_right;
    if (wheel_right > wheel_right_most) wheel_right_most = wheel_right;
    assert(wheel_right_least <= wheel_right_most);
}
static unsigned char wheel_right_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void wheel_right_fall_back(void) {
    if (wheel_right != 0 && wheel_right != 100) {
        wheel_right_trouble = 0;
    } else if (wheel_right_trouble < 3) {
        wheel_right_trouble++;
    } else {
        wheel_right = 50;
    }
    assert(wheel_right_trouble <= 3);
}

TASK(wheel_right_task) {
    short raw = wheel_right_profile[wheel_right_at];

    wheel_right_at++;
    if (wheel_right_at >= PROFILE) wheel_right_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_2);
    wheel_right = raw;
    ReleaseResource(bus_2);
    assert(wheel_right >= 0 && wheel_right <= 100);
    wheel_right_fall_back();
    wheel_right_note();
    TerminateTask();
}

/* Gradient. Reads a sensor. */
static const short gradient_profile[PROFILE] = {79, 90, 11, 22};
static unsigned char gradient_at;
static short gradient;
static short gradient_least, gradient_most;

/* For the workshop: the smallest and the largest value so far. */
static void gradient_note(void) {
    if (gradient < gradient_least) gradient_least = gradient;
    if (gradient > gradient_most) gradient_most = gradient;
    assert(gradient_least <= gradient_most);
}
static unsigned char gradient_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void gradient_fall_back(void) {
    if (gradient != 0 && gradient != 100) {
        gradient_trouble = 0;
    } else if (gradient_trouble < 3) {
        gradient_trouble++;
    } else {
        gradient = 50;
    }
    assert(gradient_trouble <= 3);
}

TASK(gradient_task) {
    short raw = gradient_profile[gradient_at];

    gradient_at++;
    if (gradient_at >= PROFILE) gradient_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_3);
    gradient = raw;
    ReleaseResource(bus_3);
    assert(gradient >= 0 && gradient <= 100);
    gradient_fall_back();
    gradient_note();
    TerminateTask();
}

/* Radar. Reads a sensor. */
static const short radar_profile[PROFILE] = {26, 37, 48, 59};
static unsigned char radar_at;
static short radar;
static short radar_least, radar_most;

/* For the workshop: the smallest and the largest value so far. */
static void radar_note(void) {
    if (radar < radar_least) radar_least = radar;
    if (radar > radar_most) radar_most = radar;
    assert(radar_least <= radar_most);
}

TASK(radar_task) {
    short raw = radar_profile[radar_at];

    radar_at++;
    if (radar_at >= PROFILE) radar_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    radar = raw;
    ReleaseResource(bus_1);
    assert(radar >= 0 && radar <= 100);
    radar_note();
    TerminateTask();
}

/* Pedal. Reads a sensor. */
static const short pedal_profile[PROFILE] = {63, 74, 85, 6};
static unsigned char pedal_at;
static short pedal;
static short pedal_least, pedal_most;

/* For the workshop: the smallest and the largest value so far. */
static void pedal_note(void) {
    if (pedal < pedal_least) pedal_least = pedal;
    if (pedal > pedal_most) pedal_most = pedal;
    assert(pedal_least <= pedal_most);
}

TASK(pedal_task) {
    short raw = pedal_profile[pedal_at];

    pedal_at++;
    if (pedal_at >= PROFILE) pedal_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    pedal = raw;
    assert(pedal >= 0 && pedal <= 100);
    pedal_note();
    TerminateTask();
}

/* Buttons. Reads a sensor. */
static const short buttons_profile[PROFILE] = {10, 21, 32, 43};
static unsigned char buttons_at;
static short buttons;
static short buttons_least, buttons_most;

/* For the workshop: the smallest and the largest value so far. */
static void buttons_note(void) {
    if (buttons < buttons_least) buttons_least = buttons;
    if (buttons > buttons_most) buttons_most = buttons;
    assert(buttons_least <= buttons_most);
}

TASK(buttons_task) {
    short raw = buttons_profile[buttons_at];

    buttons_at++;
    if (buttons_at >= PROFILE) buttons_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    buttons = raw;
    assert(buttons >= 0 && buttons <= 100);
    buttons_note();
    TerminateTask();
}

/* Left speed. Leaves out spikes. */
static short left_speed_last[3];
static short left_speed;
static short left_speed_least, left_speed_most;

/* For the workshop: the smallest and the largest value so far. */
static void left_speed_note(void) {
    if (left_speed < left_speed_least) left_speed_least = left_speed;
    if (left_speed > left_speed_most) left_speed_most = left_speed;
    assert(left_speed_least <= left_speed_most);
}

TASK(left_speed_task) {
    short sorted[3];
    int i, j;

    left_speed_last[0] = left_speed_last[1];
    left_speed_last[1] = left_speed_last[2];
    left_speed_last[2] = wheel_left;
    sorted[0] = left_speed_last[0];
    sorted[1] = left_speed_last[1];
    sorted[2] = left_speed_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    left_speed = sorted[1];
    assert(left_speed >= 0 && left_speed <= 100);
    left_speed_note();
    TerminateTask();
}

/* Right speed. Leaves out spikes. */
static short right_speed_last[3];
static short right_speed;
static short right_speed_least, right_speed_most;

/* For the workshop: the smallest and the largest value so far. */
static void right_speed_note(void) {
    if (right_speed < right_speed_least) right_speed_least = right_speed;
    if (right_speed > right_speed_most) right_speed_most = right_speed;
    assert(right_speed_least <= right_speed_most);
}

TASK(right_speed_task) {
    short sorted[3];
    int i, j;

    right_speed_last[0] = right_speed_last[1];
    right_speed_last[1] = right_speed_last[2];
    right_speed_last[2] = wheel_right;
    sorted[0] = right_speed_last[0];
    sorted[1] = right_speed_last[1];
    sorted[2] = right_speed_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    right_speed = sorted[1];
    assert(right_speed >= 0 && right_speed <= 100);
    right_speed_note();
    TerminateTask();
}

/* Speed. Leaves out spikes. */
static short speed_last[3];
static short speed;
static short speed_least, speed_most;

/* For the workshop: the smallest and the largest value so far. */
static void speed_note(void) {
    if (speed < speed_least) speed_least = speed;
    if (speed > speed_most) speed_most = speed;
    assert(speed_least <= speed_most);
}

TASK(speed_task) {
    short sorted[3];
    int i, j;

    speed_last[0] = speed_last[1];
    speed_last[1] = speed_last[2];
    speed_last[2] = left_speed;
    sorted[0] = speed_last[0];
    sorted[1] = speed_last[1];
    sorted[2] = speed_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    speed = sorted[1];
    assert(speed >= 0 && speed <= 100);
    speed_note();
    TerminateTask();
}

/* Slope. Leaves out spikes. */
static short slope_last[3];
static short slope;
static short slope_least, slope_most;

/* For the workshop: the smallest and the largest value so far. */
static void slope_note(void) {
    if (slope < slope_least) slope_least = slope;
    if (slope > slope_most) slope_most = slope;
    assert(slope_least <= slope_most);
}

TASK(slope_task) {
    short sorted[3];
    int i, j;

    slope_last[0] = slope_last[1];
    slope_last[1] = slope_last[2];
    slope_last[2] = gradient;
    sorted[0] = slope_last[0];
    sorted[1] = slope_last[1];
    sorted[2] = slope_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    slope = sorted[1];
    assert(slope >= 0 && slope <= 100);
    slope_note();
    TerminateTask();
}

/* Distance. Leaves out spikes. */
static short distance_last[3];
static short distance;
static short distance_least, distance_most;

/* For the workshop: the smallest and the largest value so far. */
static void distance_note(void) {
    if (distance < distance_least) distance_least = distance;
    if (distance > distance_most) distance_most = distance;
    assert(distance_least <= distance_most);
}

TASK(distance_task) {
    short sorted[3];
    int i, j;

    distance_last[0] = distance_last[1];
    distance_last[1] = distance_last[2];
    distance_last[2] = radar;
    sorted[0] = distance_last[0];
    sorted[1] = distance_last[1];
    sorted[2] = distance_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    distance = sorted[1];
    assert(distance >= 0 && distance <= 100);
    distance_note();
    TerminateTask();
}

/* Closing. Leaves out spikes. */
static short closing_last[3];
static short closing;
static short closing_least, closing_most;

/* For the workshop: the smallest and the largest value so far. */
static void closing_note(void) {
    if (closing < closing_least) closing_least = closing;
    if (closing > closing_most) closing_most = closing;
    assert(closing_least <= closing_most);
}

TASK(closing_task) {
    short sorted[3];
    int i, j;

    closing_last[0] = closing_last[1];
    closing_last[1] = closing_last[2];
    closing_last[2] = distance;
    sorted[0] = closing_last[0];
    sorted[1] = closing_last[1];
    sorted[2] = closing_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    closing = sorted[1];
    assert(closing >= 0 && closing <= 100);
    closing_note();
    TerminateTask();
}

/* Pedal force. Leaves out spikes. */
static short pedal_force_last[3];
static short pedal_force;
static short pedal_force_least, pedal_force_most;

/* For the workshop: the smallest and the largest value so far. */
static void pedal_force_note(void) {
    if (pedal_force < pedal_force_least) pedal_force_least = pedal_force;
    if (pedal_force > pedal_force_most) pedal_force_most = pedal_force;
    assert(pedal_force_least <= pedal_force_most);
}

TASK(pedal_force_task) {
    short sorted[3];
    int i, j;

    pedal_force_last[0] = pedal_force_last[1];
    pedal_force_last[1] = pedal_force_last[2];
    pedal_force_last[2] = pedal;
    sorted[0] = pedal_force_last[0];
    sorted[1] = pedal_force_last[1];
    sorted[2] = pedal_force_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    pedal_force = sorted[1];
    assert(pedal_force >= 0 && pedal_force <= 100);
    pedal_force_note();
    TerminateTask();
}

/* Button code. Leaves out spikes. */
static short button_code_last[3];
static short button_code;
static short button_code_least, button_code_most;

/* For the workshop: the smallest and the largest value so far. */
static void button_code_note(void) {
    if (button_code < button_code_least) button_code_least = button_code;
    if (button_code > button_code_most) button_code_most = button_code;
    assert(button_code_least <= button_code_most);
}

TASK(button_code_task) {
    short sorted[3];
    int i, j;

    button_code_last[0] = button_code_last[1];
    button_code_last[1] = button_code_last[2];
    button_code_last[2] = buttons;
    sorted[0] = button_code_last[0];
    sorted[1] = button_code_last[1];
    sorted[2] = button_code_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    button_code = sorted[1];
    assert(button_code >= 0 && button_code <= 100);
    button_code_note();
    TerminateTask();
}

/* Engine map. A characteristic curve. */
#define ENGINE_MAP_POINTS 5
static const struct point engine_map_curve[ENGINE_MAP_POINTS] = {
    {0, 0}, {25, 25}, {50, 50}, {75, 75}, {100, 100},
};
static short engine_map;
static short engine_map_least, engine_map_most;

/* For the workshop: the smallest and the largest value so far. */
static void engine_map_note(void) {
    if (engine_map < engine_map_least) engine_map_least = engine_map;
    if (engine_map > engine_map_most) engine_map_most = engine_map;
    assert(engine_map_least <= engine_map_most);
}

TASK(engine_map_task) {
    short x = percent(speed, 0, 100);
    short y = engine_map_curve[ENGINE_MAP_POINTS - 1].y;
    unsigned char i;

    for (i = 0; i + 1 < ENGINE_MAP_POINTS; i++) {
        const struct point from = engine_map_curve[i];
        const struct point to = engine_map_curve[i + 1];

        if (x >= from.x && x < to.x) {
            y = (short)(from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x));
            break;
        }
    }
    engine_map = y;
    assert(engine_map >= 0 && engine_map <= 100);
    engine_map_note();
    TerminateTask();
}

/* Brake map. A characteristic curve. */
#define BRAKE_MAP_POINTS 5
static const struct point brake_map_curve[BRAKE_MAP_POINTS] = {
    {0, 0}, {25, 25}, {50, 50}, {75, 75}, {100, 100},
};
static short brake_map;
static short brake_map_least, brake_map_most;

/* For the workshop: the smallest and the largest value so far. */
static void brake_map_note(void) {
    if (brake_map < brake_map_least) brake_map_least = brake_map;
    if (brake_map > brake_map_most) brake_map_most = brake_map;
    assert(brake_map_least <= brake_map_most);
}

TASK(brake_map_task) {
    short x = percent(pedal_force, 0, 100);
    short y = brake_map_curve[BRAKE_MAP_POINTS - 1].y;
    unsigned char i;

    for (i = 0; i + 1 < BRAKE_MAP_POINTS; i++) {
        const struct point from = brake_map_curve[i];
        const struct point to = brake_map_curve[i + 1];

        if (x >= from.x && x < to.x) {
            y = (short)(from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x));
            break;
        }
    }
    brake_map = y;
    assert(brake_map >= 0 && brake_map <= 100);
    brake_map_note();
    TerminateTask();
}

/* Gap map. A characteristic curve. */
#define GAP_MAP_POINTS 5
static const struct point gap_map_curve[GAP_MAP_POINTS] = {
    {0, 0}, {25, 25}, {50, 50}, {75, 75}, {100, 100},
};
static short gap_map;
static short gap_map_least, gap_map_most;

/* For the workshop: the smallest and the largest value so far. */
static void gap_map_note(void) {
    if (gap_map < gap_map_least) gap_map_least = gap_map;
    if (gap_map > gap_map_most) gap_map_most = gap_map;
    assert(gap_map_least <= gap_map_most);
}

TASK(gap_map_task) {
    short x = percent(distance, 0, 100);
    short y = gap_map_curve[GAP_MAP_POINTS - 1].y;
    unsigned char i;

    for (i = 0; i + 1 < GAP_MAP_POINTS; i++) {
        const struct point from = gap_map_curve[i];
        const struct point to = gap_map_curve[i + 1];

        if (x >= from.x && x < to.x) {
            y = (short)(from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x));
            break;
        }
    }
    gap_map = y;
    assert(gap_map >= 0 && gap_map <= 100);
    gap_map_note();
    TerminateTask();
}

/* Throttle. Leaves out spikes. */
static short throttle_last[3];
static short throttle;
static short throttle_least, throttle_most;

/* For the workshop: the smallest and the largest value so far. */
static void throttle_note(void) {
    if (throttle < throttle_least) throttle_least = throttle;
    if (throttle > throttle_most) throttle_most = throttle;
    assert(throttle_least <= throttle_most);
}

TASK(throttle_task) {
    short sorted[3];
    int i, j;

    throttle_last[0] = throttle_last[1];
    throttle_last[1] = throttle_last[2];
    throttle_last[2] = engine_map;
    sorted[0] = throttle_last[0];
    sorted[1] = throttle_last[1];
    sorted[2] = throttle_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    throttle = sorted[1];
    assert(throttle >= 0 && throttle <= 100);
    throttle_note();
    TerminateTask();
}

/* Display frame. Sends a frame. */
static unsigned char display_frame_frame[4];
static unsigned char display_frame_sent;
static short display_frame;
static short display_frame_least, display_frame_most;

/* For the workshop: the smallest and the largest value so far. */
static void display_frame_note(void) {
    if (display_frame < display_frame_least) display_frame_least = display_frame;
    if (display_frame > display_frame_most) display_frame_most = display_frame;
    assert(display_frame_least <= display_frame_most);
}

TASK(display_frame_task) {
    unsigned char sum = 0;
    unsigned char i;

    display_frame_frame[0] = (unsigned char)(speed & 0xff);
    display_frame_frame[1] = (unsigned char)((speed >> 8) & 0xff);
    display_frame_frame[2] = display_frame_sent;
    for (i = 0; i < 3; i++) {
        sum = (unsigned char)(sum + display_frame_frame[i]);
    }
    display_frame_frame[3] = (unsigned char)~sum;
    display_frame_sent = (unsigned char)((display_frame_sent + 1) & 0x0f);
    display_frame = speed;
    assert((unsigned char)(sum + display_frame_frame[3]) == 0xff);
    assert(display_frame_sent < 16);
    display_frame_note();
    TerminateTask();
}

/* Engine frame. Sends a frame. */
static unsigned char engine_frame_frame[4];
static unsigned char engine_frame_sent;
static short engine_frame;
static short engine_frame_least, engine_frame_most;

/* For the workshop: the smallest and the largest value so far. */
static void engine_frame_note(void) {
    if (engine_frame < engine_frame_least) engine_frame_least = engine_frame;
    if (engine_frame > engine_frame_most) engine_frame_most = engine_frame;
    assert(engine_frame_least <= engine_frame_most);
}

TASK(engine_frame_task) {
    unsigned char sum = 0;
    unsigned char i;

    engine_frame_frame[0] = (unsigned char)(throttle & 0xff);
    engine_frame_frame[1] = (unsigned char)((throttle >> 8) & 0xff);
    engine_frame_frame[2] = engine_frame_sent;
    for (i = 0; i < 3; i++) {
        sum = (unsigned char)(sum + engine_frame_frame[i]);
    }
    engine_frame_frame[3] = (unsigned char)~sum;
    engine_frame_sent = (unsigned char)((engine_frame_sent + 1) & 0x0f);
    engine_frame = throttle;
    assert((unsigned char)(sum + engine_frame_frame[3]) == 0xff);
    assert(engine_frame_sent < 16);
    engine_frame_note();
    TerminateTask();
}

/* Who is due in which round. */
static const TaskType due[ROUNDS][SLOTS] = {
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, left_speed_task, right_speed_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, speed_task, slope_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, distance_task, closing_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, pedal_force_task, button_code_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, engine_map_task, brake_map_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, gap_map_task, throttle_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, display_frame_task, engine_frame_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, left_speed_task, right_speed_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, speed_task, slope_task},
    {wheel_left_task, wheel_right_task, gradient_task, radar_task, pedal_task,
     buttons_task, distance_task, closing_task},
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
