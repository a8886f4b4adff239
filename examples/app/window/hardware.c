#include "os.h"
#include "window.h"

Direction hardware_buttons(void) { return (Direction)random(STOPPED, DOWN); }
