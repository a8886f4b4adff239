/* Registers: what is volatile and lies at an address that the program knows. */
#ifndef CFRONT_OUTSIDE_REGISTERS_H
#define CFRONT_OUTSIDE_REGISTERS_H

#include "cfront/program/build.h"

/* A volatile place at a fixed address: hardware. Reads are inputs, and what is written is gone. */
bool lower_is_register(expression place_expression);
void lower_note_register(struct front *front, expression place_expression);        /* what has to be assumed of one */
const char *lower_register_name(struct front *front, expression place_expression); /* "0x4000", "0x4000.out" */

#endif
