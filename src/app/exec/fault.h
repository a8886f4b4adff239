/* Faults by number: those of steps are numbers, and what a number means stays the same. Equal faults have equal
 * numbers, so that a step that is made again is the same step. */
#ifndef APP_EXEC_FAULT_H
#define APP_EXEC_FAULT_H

#include "ts/ts.h"

/* What they are about, beyond their kinds. */
enum fault_about {
    FAULT_OF_ALARM = 0x7fffffff, /* bits: the number, from 1 on, of the alarm that expires; 0: none does */
    FAULT_LATE = 1u << 31,       /* it goes wrong by its nature if code takes its time (late.h) */
};

/* What is wrong, but for the words and the place. */
struct complaint {
    const char *check; /* that finds it; NULL: nothing is wrong, or nobody wants to know */
    uint32_t about;    /* bits of enum fault_about */
    struct place at;   /* no file: where the code stands */
};

struct faults;
struct faults *faults_new(void);
void faults_free(struct faults *faults);
/* Never 0. From any thread. */
uint32_t faults_number(struct faults *faults, const struct ts_fault *fault);
/* ... of the kind "limit": rtcheck goes no further. */
uint32_t faults_limit(struct faults *faults, const char *message, struct place place);
/* NULL: there is none of that number. */
const struct ts_fault *faults_get(struct faults *faults, uint32_t number);

#endif
