#ifndef WINDOW_H
#define WINDOW_H

enum { BOTTOM = 0, TOP = 3 };

typedef enum { STOPPED, UP, DOWN } Direction;

struct window {
    Direction direction;
    int position;
};

/* What the buttons say: any of the three, whenever somebody looks (hardware.c). */
Direction hardware_buttons(void);

#endif
