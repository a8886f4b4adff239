#include "cruise.h"

/* An integrating controller: the throttle follows the difference between target and speed. */
void control_step(struct cruise *cruise, unsigned char speed, Button button) {
    cruise->speed = speed;
    if (button == BUTTON_SET && speed > 0) {
        cruise->mode = CRUISE_ON;
        cruise->target = speed;
    }
    if (cruise->mode == CRUISE_ON) {
        int throttle = cruise->throttle + (cruise->target - speed);

        cruise->throttle = (signed char)LIMIT(throttle, 0, MOST_THROTTLE);
    }
}

void control_brake(struct cruise *cruise) {
    cruise->mode = CRUISE_OFF;
    cruise->target = 0;
    cruise->throttle = 0;
}
