#include "window.h"
#include "os.h"

Direction hardware_buttons(void) { return (Direction)random(STOPPED, DOWN); }
