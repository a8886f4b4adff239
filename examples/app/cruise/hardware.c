/* The hardware as rtcheck sees it: a button may be pressed, or not, whenever somebody looks. */
#include "cruise.h"
#include "os.h"

Button hardware_button(void) { return random(0, 1) ? BUTTON_SET : BUTTON_NONE; }

void hardware_throttle(signed char opening) { (void)opening; }

void hardware_display(const struct cruise *cruise) { (void)cruise; }
