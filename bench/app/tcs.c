/* Temperature control system: 25 tasks, written by table83.py in the shape of the thesis's application of that name.
 *
 * `timer`, the least urgent task, is the clock: in each of 20 rounds it activates the tasks that are due. They read
 * sensors, filter and check what they read, control something, and report. All of them are more urgent than the timer
 * and run at once, in the order of the table. What several tasks read is written under a resource. */
#include "os.h"
#include <assert.h>

#define ROUNDS 20
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
DeclareTask(cabin_task);
DeclareTask(outside_task);
DeclareTask(sun_task);
DeclareTask(coolant_task);
DeclareTask(evaporator_task);
DeclareTask(humidity_task);
DeclareTask(wish_left_task);
DeclareTask(wish_right_task);
DeclareTask(cabin_mean_task);
DeclareTask(outside_mean_task);
DeclareTask(sun_load_task);
DeclareTask(coolant_safe_task);
DeclareTask(ice_guard_task);
DeclareTask(fog_guard_task);
DeclareTask(left_flap_task);
DeclareTask(right_flap_task);
DeclareTask(blower_task);
DeclareTask(compressor_task);
DeclareTask(heater_task);
DeclareTask(blend_task);
DeclareTask(recirculation_task);
DeclareTask(panel_frame_task);
DeclareTask(history_task);
DeclareTask(alive_task);
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

/* Cabin. Reads a sensor. */
static const short cabin_profile[PROFILE] = {5, 16, 27, 38};
static unsigned char cabin_at;
static short cabin;
static short cabin_least, cabin_most;

/* For the workshop: the smallest and the largest value so far. */
static void cabin_note(void) {
    if (cabin < cabin_least) cabin_least = cabin;
    if (cabin > cabin_most) cabin_most = cabin;
    assert(cabin_least <= cabin_most);
}
static unsigned char cabin_trouble;

/* After three values in a row at the edge of the range, the middle of it is used until they move again. */
static void cabin_fall_back(void) {
    if (cabin != 0 && cabin != 100) {
        cabin_trouble = 0;
    } else if (cabin_trouble < 3) {
        cabin_trouble++;
    } else {
        cabin = 50;
    }
    assert(cabin_trouble <= 3);
}

TASK(cabin_task) {
    short raw = cabin_profile[cabin_at];

    cabin_at++;
    if (cabin_at >= PROFILE) cabin_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    cabin = raw;
    ReleaseResource(bus_1);
    assert(cabin >= 0 && cabin <= 100);
    cabin_fall_back();
    cabin_note();
    TerminateTask();
}

/* Outside. Reads a sensor. */
static const short outside_profile[PROFILE] = {42, 53, 64, 75};
static unsigned char outside_at;
static short outside;
static short outside_least, outside_most;

/* For the workshop: the smallest and the largest value so far. */
static void outside_note(void) {
    if (outside < outside_least) outside_least = outside;
    if (outside > outside_most) outside_most = outside;
    assert(outside_least <= outside_most);
}

TASK(outside_task) {
    short raw = outside_profile[outside_at];

    outside_at++;
    if (outside_at >= PROFILE) outside_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_2);
    outside = raw;
    ReleaseResource(bus_2);
    assert(outside >= 0 && outside <= 100);
    outside_note();
    TerminateTask();
}

/* Sun. Reads a sensor. */
static const short sun_profile[PROFILE] = {79, 90, 11, 22};
static unsigned char sun_at;
static short sun;
static short sun_least, sun_most;

/* For the workshop: the smallest and the largest value so far. */
static void sun_note(void) {
    if (sun < sun_least) sun_least = sun;
    if (sun > sun_most) sun_most = sun;
    assert(sun_least <= sun_most);
}

TASK(sun_task) {
    short raw = sun_profile[sun_at];

    sun_at++;
    if (sun_at >= PROFILE) sun_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_3);
    sun = raw;
    ReleaseResource(bus_3);
    assert(sun >= 0 && sun <= 100);
    sun_note();
    TerminateTask();
}

/* Coolant. Reads a sensor. */
static const short coolant_profile[PROFILE] = {26, 37, 48, 59};
static unsigned char coolant_at;
static short coolant;
static short coolant_least, coolant_most;

/* For the workshop: the smallest and the largest value so far. */
static void coolant_note(void) {
    if (coolant < coolant_least) coolant_least = coolant;
    if (coolant > coolant_most) coolant_most = coolant;
    assert(coolant_least <= coolant_most);
}

TASK(coolant_task) {
    short raw = coolant_profile[coolant_at];

    coolant_at++;
    if (coolant_at >= PROFILE) coolant_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    coolant = raw;
    ReleaseResource(bus_1);
    assert(coolant >= 0 && coolant <= 100);
    coolant_note();
    TerminateTask();
}

/* Evaporator. Reads a sensor. */
static const short evaporator_profile[PROFILE] = {63, 74, 85, 6};
static unsigned char evaporator_at;
static short evaporator;
static short evaporator_least, evaporator_most;

/* For the workshop: the smallest and the largest value so far. */
static void evaporator_note(void) {
    if (evaporator < evaporator_least) evaporator_least = evaporator;
    if (evaporator > evaporator_most) evaporator_most = evaporator;
    assert(evaporator_least <= evaporator_most);
}

TASK(evaporator_task) {
    short raw = evaporator_profile[evaporator_at];

    evaporator_at++;
    if (evaporator_at >= PROFILE) evaporator_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_2);
    evaporator = raw;
    ReleaseResource(bus_2);
    assert(evaporator >= 0 && evaporator <= 100);
    evaporator_note();
    TerminateTask();
}

/* Humidity. Reads a sensor. */
static const short humidity_profile[PROFILE] = {10, 21, 32, 43};
static unsigned char humidity_at;
static short humidity;
static short humidity_least, humidity_most;

/* For the workshop: the smallest and the largest value so far. */
static void humidity_note(void) {
    if (humidity < humidity_least) humidity_least = humidity;
    if (humidity > humidity_most) humidity_most = humidity;
    assert(humidity_least <= humidity_most);
}

TASK(humidity_task) {
    short raw = humidity_profile[humidity_at];

    humidity_at++;
    if (humidity_at >= PROFILE) humidity_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_3);
    humidity = raw;
    ReleaseResource(bus_3);
    assert(humidity >= 0 && humidity <= 100);
    humidity_note();
    TerminateTask();
}

/* Wish left. Reads a sensor. */
static const short wish_left_profile[PROFILE] = {47, 58, 69, 80};
static unsigned char wish_left_at;
static short wish_left;
static short wish_left_least, wish_left_most;

/* For the workshop: the smallest and the largest value so far. */
static void wish_left_note(void) {
    if (wish_left < wish_left_least) wish_left_least = wish_left;
    if (wish_left > wish_left_most) wish_left_most = wish_left;
    assert(wish_left_least <= wish_left_most);
}

TASK(wish_left_task) {
    short raw = wish_left_profile[wish_left_at];

    wish_left_at++;
    if (wish_left_at >= PROFILE) wish_left_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_1);
    wish_left = raw;
    ReleaseResource(bus_1);
    assert(wish_left >= 0 && wish_left <= 100);
    wish_left_note();
    TerminateTask();
}

/* Wish right. Reads a sensor. */
static const short wish_right_profile[PROFILE] = {84, 5, 16, 27};
static unsigned char wish_right_at;
static short wish_right;
static short wish_right_least, wish_right_most;

/* For the workshop: the smallest and the largest value so far. */
static void wish_right_note(void) {
    if (wish_right < wish_right_least) wish_right_least = wish_right;
    if (wish_right > wish_right_most) wish_right_most = wish_right;
    assert(wish_right_least <= wish_right_most);
}

TASK(wish_right_task) {
    short raw = wish_right_profile[wish_right_at];

    wish_right_at++;
    if (wish_right_at >= PROFILE) wish_right_at = 0;
    raw = (short)(raw + drift);
    if (raw < 0) raw = 0;
    if (raw > 100) raw = 100;
    GetResource(bus_2);
    wish_right = raw;
    ReleaseResource(bus_2);
    assert(wish_right >= 0 && wish_right <= 100);
    wish_right_note();
    TerminateTask();
}

/* Cabin mean. The mean of the last values. */
#define CABIN_MEAN_WINDOW 4
static short cabin_mean_window[CABIN_MEAN_WINDOW];
static unsigned char cabin_mean_next;
static short cabin_mean;
static short cabin_mean_least, cabin_mean_most;

/* For the workshop: the smallest and the largest value so far. */
static void cabin_mean_note(void) {
    if (cabin_mean < cabin_mean_least) cabin_mean_least = cabin_mean;
    if (cabin_mean > cabin_mean_most) cabin_mean_most = cabin_mean;
    assert(cabin_mean_least <= cabin_mean_most);
}

TASK(cabin_mean_task) {
    int sum = 0;
    unsigned char i;

    cabin_mean_window[cabin_mean_next] = cabin;
    cabin_mean_next++;
    if (cabin_mean_next >= CABIN_MEAN_WINDOW) cabin_mean_next = 0;
    for (i = 0; i < CABIN_MEAN_WINDOW; i++) {
        sum += cabin_mean_window[i];
    }
    cabin_mean = (short)(sum / CABIN_MEAN_WINDOW);
    assert(cabin_mean >= 0 && cabin_mean <= 100);
    cabin_mean_note();
    TerminateTask();
}

/* Outside mean. The mean of the last values. */
#define OUTSIDE_MEAN_WINDOW 4
static short outside_mean_window[OUTSIDE_MEAN_WINDOW];
static unsigned char outside_mean_next;
static short outside_mean;
static short outside_mean_least, outside_mean_most;

/* For the workshop: the smallest and the largest value so far. */
static void outside_mean_note(void) {
    if (outside_mean < outside_mean_least) outside_mean_least = outside_mean;
    if (outside_mean > outside_mean_most) outside_mean_most = outside_mean;
    assert(outside_mean_least <= outside_mean_most);
}

TASK(outside_mean_task) {
    int sum = 0;
    unsigned char i;

    outside_mean_window[outside_mean_next] = outside;
    outside_mean_next++;
    if (outside_mean_next >= OUTSIDE_MEAN_WINDOW) outside_mean_next = 0;
    for (i = 0; i < OUTSIDE_MEAN_WINDOW; i++) {
        sum += outside_mean_window[i];
    }
    outside_mean = (short)(sum / OUTSIDE_MEAN_WINDOW);
    assert(outside_mean >= 0 && outside_mean <= 100);
    outside_mean_note();
    TerminateTask();
}

/* Sun load. The mean of the last values. */
#define SUN_LOAD_WINDOW 4
static short sun_load_window[SUN_LOAD_WINDOW];
static unsigned char sun_load_next;
static short sun_load;
static short sun_load_least, sun_load_most;

/* For the workshop: the smallest and the largest value so far. */
static void sun_load_note(void) {
    if (sun_load < sun_load_least) sun_load_least = sun_load;
    if (sun_load > sun_load_most) sun_load_most = sun_load;
    assert(sun_load_least <= sun_load_most);
}

TASK(sun_load_task) {
    int sum = 0;
    unsigned char i;

    sun_load_window[sun_load_next] = sun;
    sun_load_next++;
    if (sun_load_next >= SUN_LOAD_WINDOW) sun_load_next = 0;
    for (i = 0; i < SUN_LOAD_WINDOW; i++) {
        sum += sun_load_window[i];
    }
    sun_load = (short)(sum / SUN_LOAD_WINDOW);
    assert(sun_load >= 0 && sun_load <= 100);
    sun_load_note();
    TerminateTask();
}

/* Coolant safe. Believes no jumps. */
static short coolant_safe_before;
static unsigned char coolant_safe_known, coolant_safe_suspicious;
static short coolant_safe;
static short coolant_safe_least, coolant_safe_most;

/* For the workshop: the smallest and the largest value so far. */
static void coolant_safe_note(void) {
    if (coolant_safe < coolant_safe_least) coolant_safe_least = coolant_safe;
    if (coolant_safe > coolant_safe_most) coolant_safe_most = coolant_safe;
    assert(coolant_safe_least <= coolant_safe_most);
}

TASK(coolant_safe_task) {
    short jump = 0;

    if (coolant_safe_known) {
        jump = (short)(coolant - coolant_safe_before);
        if (jump < 0) jump = (short)-jump;
    }
    if (jump > 50) {
        if (coolant_safe_suspicious < 5) coolant_safe_suspicious++;
    } else if (coolant_safe_suspicious > 0) {
        coolant_safe_suspicious--;
    }
    coolant_safe_before = coolant;
    coolant_safe_known = 1;
    coolant_safe = coolant_safe_suspicious < 5 ? coolant : 50;
    assert(coolant_safe_suspicious <= 5);
    assert(jump >= 0);
    coolant_safe_note();
    TerminateTask();
}

/* Ice guard. Believes no jumps. */
static short ice_guard_before;
static unsigned char ice_guard_known, ice_guard_suspicious;
static short ice_guard;
static short ice_guard_least, ice_guard_most;

/* For the workshop: the smallest and the largest value so far. */
static void ice_guard_note(void) {
    if (ice_guard < ice_guard_least) ice_guard_least = ice_guard;
    if (ice_guard > ice_guard_most) ice_guard_most = ice_guard;
    assert(ice_guard_least <= ice_guard_most);
}

TASK(ice_guard_task) {
    short jump = 0;

    if (ice_guard_known) {
        jump = (short)(evaporator - ice_guard_before);
        if (jump < 0) jump = (short)-jump;
    }
    if (jump > 50) {
        if (ice_guard_suspicious < 5) ice_guard_suspicious++;
    } else if (ice_guard_suspicious > 0) {
        ice_guard_suspicious--;
    }
    ice_guard_before = evaporator;
    ice_guard_known = 1;
    ice_guard = ice_guard_suspicious < 5 ? evaporator : 50;
    assert(ice_guard_suspicious <= 5);
    assert(jump >= 0);
    ice_guard_note();
    TerminateTask();
}

/* Fog guard. A switch, once it is stable. */
#define FOG_GUARD_STABLE 2
static unsigned char fog_guard_count, fog_guard_candidate;
static short fog_guard;
static short fog_guard_least, fog_guard_most;

/* For the workshop: the smallest and the largest value so far. */
static void fog_guard_note(void) {
    if (fog_guard < fog_guard_least) fog_guard_least = fog_guard;
    if (fog_guard > fog_guard_most) fog_guard_most = fog_guard;
    assert(fog_guard_least <= fog_guard_most);
}

TASK(fog_guard_task) {
    unsigned char level = humidity > 50 ? 1 : 0;

    if (level != fog_guard_candidate) {
        fog_guard_candidate = level;
        fog_guard_count = 0;
    } else if (fog_guard_count < FOG_GUARD_STABLE) {
        fog_guard_count++;
    }
    if (fog_guard_count >= FOG_GUARD_STABLE) {
        fog_guard = fog_guard_candidate ? 100 : 0;
    }
    assert(fog_guard_count <= FOG_GUARD_STABLE);
    assert(fog_guard >= 0 && fog_guard <= 100);
    fog_guard_note();
    TerminateTask();
}

/* Left flap. A controller. */
static struct controller left_flap_state = {.target = 50, .low = 0, .high = 100, .gain = 2, .divisor = 4};
static short left_flap;
static short left_flap_least, left_flap_most;

/* For the workshop: the smallest and the largest value so far. */
static void left_flap_note(void) {
    if (left_flap < left_flap_least) left_flap_least = left_flap;
    if (left_flap > left_flap_most) left_flap_most = left_flap;
    assert(left_flap_least <= left_flap_most);
}

TASK(left_flap_task) {
    struct controller *c = &left_flap_state;
    int error = c->target - cabin_mean;
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
    left_flap = (short)output;
    assert(left_flap >= 0 && left_flap <= 100);
    assert(c->integral >= -200 && c->integral <= 200);
    left_flap_note();
    TerminateTask();
}

/* Right flap. A controller. */
static struct controller right_flap_state = {.target = 50, .low = 0, .high = 100, .gain = 2, .divisor = 4};
static short right_flap;
static short right_flap_least, right_flap_most;

/* For the workshop: the smallest and the largest value so far. */
static void right_flap_note(void) {
    if (right_flap < right_flap_least) right_flap_least = right_flap;
    if (right_flap > right_flap_most) right_flap_most = right_flap;
    assert(right_flap_least <= right_flap_most);
}

TASK(right_flap_task) {
    struct controller *c = &right_flap_state;
    int error = c->target - cabin_mean;
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
    right_flap = (short)output;
    assert(right_flap >= 0 && right_flap <= 100);
    assert(c->integral >= -200 && c->integral <= 200);
    right_flap_note();
    TerminateTask();
}

/* Blower. A characteristic curve. */
#define BLOWER_POINTS 5
static const struct point blower_curve[BLOWER_POINTS] = {
    {0, 0}, {25, 25}, {50, 50}, {75, 75}, {100, 100},
};
static short blower;
static short blower_least, blower_most;

/* For the workshop: the smallest and the largest value so far. */
static void blower_note(void) {
    if (blower < blower_least) blower_least = blower;
    if (blower > blower_most) blower_most = blower;
    assert(blower_least <= blower_most);
}

TASK(blower_task) {
    short x = percent(cabin_mean, 0, 100);
    short y = blower_curve[BLOWER_POINTS - 1].y;
    unsigned char i;

    for (i = 0; i + 1 < BLOWER_POINTS; i++) {
        const struct point from = blower_curve[i];
        const struct point to = blower_curve[i + 1];

        if (x >= from.x && x < to.x) {
            y = (short)(from.y + (to.y - from.y) * (x - from.x) / (to.x - from.x));
            break;
        }
    }
    blower = y;
    assert(blower >= 0 && blower <= 100);
    blower_note();
    TerminateTask();
}

/* Compressor. On and off, and off for good after errors. */
enum compressor_mode { COMPRESSOR_OFF, COMPRESSOR_STARTING, COMPRESSOR_ACTIVE, COMPRESSOR_FAILED };
static enum compressor_mode compressor_mode;
static unsigned char compressor_errors;
static short compressor;
static short compressor_least, compressor_most;

/* For the workshop: the smallest and the largest value so far. */
static void compressor_note(void) {
    if (compressor < compressor_least) compressor_least = compressor;
    if (compressor > compressor_most) compressor_most = compressor;
    assert(compressor_least <= compressor_most);
}

TASK(compressor_task) {
    int good = ice_guard >= 0 && ice_guard <= 100;

    switch (compressor_mode) {
    case COMPRESSOR_OFF:
        if (good) compressor_mode = COMPRESSOR_STARTING;
        break;
    case COMPRESSOR_STARTING:
        compressor_mode = good ? COMPRESSOR_ACTIVE : COMPRESSOR_OFF;
        break;
    case COMPRESSOR_ACTIVE:
        if (!good) {
            compressor_errors++;
            if (compressor_errors >= 3) compressor_mode = COMPRESSOR_FAILED;
        } else {
            compressor_errors = 0;
        }
        break;
    case COMPRESSOR_FAILED:
        compressor_errors = 3;
        break;
    }
    compressor = compressor_mode == COMPRESSOR_ACTIVE ? 100 : 0;
    assert(compressor_errors <= 3);
    assert(compressor_mode != COMPRESSOR_FAILED || compressor_errors == 3);
    compressor_note();
    TerminateTask();
}

/* Heater. On and off, and off for good after errors. */
enum heater_mode { HEATER_OFF, HEATER_STARTING, HEATER_ACTIVE, HEATER_FAILED };
static enum heater_mode heater_mode;
static unsigned char heater_errors;
static short heater;
static short heater_least, heater_most;

/* For the workshop: the smallest and the largest value so far. */
static void heater_note(void) {
    if (heater < heater_least) heater_least = heater;
    if (heater > heater_most) heater_most = heater;
    assert(heater_least <= heater_most);
}

TASK(heater_task) {
    int good = coolant_safe >= 0 && coolant_safe <= 100;

    switch (heater_mode) {
    case HEATER_OFF:
        if (good) heater_mode = HEATER_STARTING;
        break;
    case HEATER_STARTING:
        heater_mode = good ? HEATER_ACTIVE : HEATER_OFF;
        break;
    case HEATER_ACTIVE:
        if (!good) {
            heater_errors++;
            if (heater_errors >= 3) heater_mode = HEATER_FAILED;
        } else {
            heater_errors = 0;
        }
        break;
    case HEATER_FAILED:
        heater_errors = 3;
        break;
    }
    heater = heater_mode == HEATER_ACTIVE ? 100 : 0;
    assert(heater_errors <= 3);
    assert(heater_mode != HEATER_FAILED || heater_errors == 3);
    heater_note();
    TerminateTask();
}

/* Blend. Not too fast. */
#define BLEND_STEP 8
static short blend;
static short blend_least, blend_most;

/* For the workshop: the smallest and the largest value so far. */
static void blend_note(void) {
    if (blend < blend_least) blend_least = blend;
    if (blend > blend_most) blend_most = blend;
    assert(blend_least <= blend_most);
}

TASK(blend_task) {
    short wanted = left_flap;
    short difference;

    if (wanted < 0) wanted = 0;
    if (wanted > 100) wanted = 100;
    difference = (short)(wanted - blend);
    if (difference > BLEND_STEP) difference = BLEND_STEP;
    if (difference < -BLEND_STEP) difference = -BLEND_STEP;
    blend = (short)(blend + difference);
    assert(difference >= -BLEND_STEP && difference <= BLEND_STEP);
    assert(blend >= 0 && blend <= 100);
    blend_note();
    TerminateTask();
}

/* Recirculation. A switch, once it is stable. */
#define RECIRCULATION_STABLE 2
static unsigned char recirculation_count, recirculation_candidate;
static short recirculation;
static short recirculation_least, recirculation_most;

/* For the workshop: the smallest and the largest value so far. */
static void recirculation_note(void) {
    if (recirculation < recirculation_least) recirculation_least = recirculation;
    if (recirculation > recirculation_most) recirculation_most = recirculation;
    assert(recirculation_least <= recirculation_most);
}

TASK(recirculation_task) {
    unsigned char level = humidity > 50 ? 1 : 0;

    if (level != recirculation_candidate) {
        recirculation_candidate = level;
        recirculation_count = 0;
    } else if (recirculation_count < RECIRCULATION_STABLE) {
        recirculation_count++;
    }
    if (recirculation_count >= RECIRCULATION_STABLE) {
        recirculation = recirculation_candidate ? 100 : 0;
    }
    assert(recirculation_count <= RECIRCULATION_STABLE);
    assert(recirculation >= 0 && recirculation <= 100);
    recirculation_note();
    TerminateTask();
}

/* Panel frame. Sends a frame. */
static unsigned char panel_frame_frame[4];
static unsigned char panel_frame_sent;
static short panel_frame;
static short panel_frame_least, panel_frame_most;

/* For the workshop: the smallest and the largest value so far. */
static void panel_frame_note(void) {
    if (panel_frame < panel_frame_least) panel_frame_least = panel_frame;
    if (panel_frame > panel_frame_most) panel_frame_most = panel_frame;
    assert(panel_frame_least <= panel_frame_most);
}

TASK(panel_frame_task) {
    unsigned char sum = 0;
    unsigned char i;

    panel_frame_frame[0] = (unsigned char)(cabin_mean & 0xff);
    panel_frame_frame[1] = (unsigned char)((cabin_mean >> 8) & 0xff);
    panel_frame_frame[2] = panel_frame_sent;
    for (i = 0; i < 3; i++) {
        sum = (unsigned char)(sum + panel_frame_frame[i]);
    }
    panel_frame_frame[3] = (unsigned char)~sum;
    panel_frame_sent = (unsigned char)((panel_frame_sent + 1) & 0x0f);
    panel_frame = cabin_mean;
    assert((unsigned char)(sum + panel_frame_frame[3]) == 0xff);
    assert(panel_frame_sent < 16);
    panel_frame_note();
    TerminateTask();
}

/* History. Leaves out spikes. */
static short history_last[3];
static short history;

TASK(history_task) {
    short sorted[3];
    int i, j;

    history_last[0] = history_last[1];
    history_last[1] = history_last[2];
    history_last[2] = blower;
    sorted[0] = history_last[0];
    sorted[1] = history_last[1];
    sorted[2] = history_last[2];
    for (i = 0; i < 2; i++) {
        for (j = 0; j < 2 - i; j++) {
            if (sorted[j] > sorted[j + 1]) {
                short swap = sorted[j];

                sorted[j] = sorted[j + 1];
                sorted[j + 1] = swap;
            }
        }
    }
    history = sorted[1];
    assert(history >= 0 && history <= 100);
    TerminateTask();
}

/* Alive. Looks whether the others work. */
static unsigned char alive_rounds, alive_served;
static short alive;

TASK(alive_task) {
    alive_rounds++;
    if (alive_rounds >= 100) alive_rounds = 1;
    if (panel_frame != alive) {
        alive_served = alive_rounds;
    }
    alive = panel_frame;
    assert(alive_rounds > 0);
    assert(alive_served <= alive_rounds || alive_rounds < 100);
    TerminateTask();
}

/* Who is due in which round. */
static const TaskType due[ROUNDS][SLOTS] = {
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
    {cabin_task, outside_task, sun_task, coolant_task, evaporator_task,
     humidity_task, wish_left_task, wish_right_task, cabin_mean_task, outside_mean_task,
     sun_load_task, coolant_safe_task, ice_guard_task, fog_guard_task, left_flap_task,
     right_flap_task, blower_task, compressor_task, heater_task, blend_task,
     recirculation_task, panel_frame_task, history_task, alive_task},
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
