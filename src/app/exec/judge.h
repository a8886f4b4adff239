/* What is wrong about the kernel's answers: which check finds it, and what is said. Nothing is known here of who runs
 * the code. */
#ifndef APP_EXEC_JUDGE_H
#define APP_EXEC_JUDGE_H

#include "app/analysis/analysis.h"
#include "app/exec/fault.h"
#include "base/text.h"

/* The check's name, or NULL: nothing is wrong, or nobody wants to know. */
const char *judge_misuse(const struct subject *subject, enum osek_misuse misuse);
const char *judge_misuse_text(const struct subject *subject, enum osek_misuse misuse); /* never NULL */
/* The kernel would go on counting requests: what happens then is not known. */
bool judge_is_beyond_counting(const struct subject *subject, enum osek_misuse misuse);
/* Of several things that are wrong about an answer, what somebody wants to hear of comes first from now on; `call`:
 * NULL, it is no service's. To be asked before the others below. */
void judge_prefer(const struct subject *subject, const struct osek_call *call, enum c_regard regard,
                  struct osek_result *result);
/* One thing that is wrong where alarms expire, or code comes to its end (that of `context`; behind a hook, or a
 * callback, other alarms of the same tick may expire). The complaint is added to `words`. */
struct complaint judge_alone(const struct subject *subject, const struct osek_misused *misused, uint32_t context,
                             struct text *words);

/* A call and its result; `regard`: who looks at it. The complaint is added to `words`. */
struct complaint judge_call(const struct analysis *analysis, uint32_t caller, const struct osek_call *call,
                            const struct osek_result *result, enum c_regard regard, struct text *words);

/* Nothing runs, and nothing can come: somebody may wait for ever. */
struct complaint judge_idle(const struct subject *subject, const void *kernel, struct text *words);

#endif
