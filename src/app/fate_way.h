/* The way to a component. */
#ifndef APP_FATE_WAY_H
#define APP_FATE_WAY_H

#include "app/judging.h"

/* Finds it, and the place where it ends, unless they are known. */
void fate_way_find(struct judging *judging);

#endif
