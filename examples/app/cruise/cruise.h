/* What the parts of the cruise control share. */
#ifndef CRUISE_H
#define CRUISE_H

#define MOST_PULSES   2 /* in a period, at full speed */
#define MOST_THROTTLE 2

#define LIMIT(value, low, high) ((value) < (low) ? (low) : (value) > (high) ? (high) : (value))

typedef enum { CRUISE_OFF, CRUISE_ON } CruiseMode;
typedef enum { BUTTON_NONE, BUTTON_SET } Button;

/* The wheel's pulses, kept twice: a bit that flips in memory must not accelerate a car. */
struct wheel {
    unsigned char pulses;
    unsigned char inverted;
};

struct cruise {
    CruiseMode mode;
    unsigned char target; /* pulses a period */
    unsigned char speed;
    signed char throttle;
};

extern struct wheel wheel;

/* wheel.c */
void wheel_count(struct wheel *wheel);
unsigned char wheel_take(struct wheel *wheel); /* the pulses since the last time */

/* control.c */
void control_step(struct cruise *cruise, unsigned char speed, Button button);
void control_brake(struct cruise *cruise);

/* hardware.c */
Button hardware_button(void);
void hardware_throttle(signed char opening);
void hardware_display(const struct cruise *cruise);

#endif
