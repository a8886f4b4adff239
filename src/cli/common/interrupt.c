#include "cli/common/interrupt.h"

#include "base/limits.h"

const volatile sig_atomic_t *interrupt_watch(void) { return limits_signal(); }
