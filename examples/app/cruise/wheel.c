#include "cruise.h"
#include <assert.h>

void wheel_count(struct wheel *wheel) {
    if (wheel->pulses < MOST_PULSES) wheel->pulses++;
    wheel->inverted = (unsigned char)~wheel->pulses;
}

unsigned char wheel_take(struct wheel *wheel) {
    unsigned char pulses = wheel->pulses;

    assert((unsigned char)~pulses == wheel->inverted);
    wheel->pulses = 0;
    wheel->inverted = (unsigned char)~0;
    return pulses;
}
