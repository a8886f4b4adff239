/* C text to a shared object loaded into this process, by the system's `cc -O2`: takes a second, runs fast. */
#ifndef JIT_CC_H
#define JIT_CC_H

#include <stdbool.h>

struct cc_job;

/* Keeps the two strings; they outlive the job. Starts nothing. */
struct cc_job *cc_job_new(const char *source, const char *entry, bool with_headers);
/* Compiles and loads; the address of the entry, or NULL (cancelled, no cc, an error in the text). To be called once. */
void *cc_job_run(struct cc_job *job);
/* From another thread: makes cc_job_run() return soon, before it has begun or while it runs. */
void cc_job_cancel(struct cc_job *job);
/* After a run that failed: why. "" if it was cancelled. */
const char *cc_job_messages(const struct cc_job *job);
bool cc_job_found_compiler(const struct cc_job *job);
/* After the run has returned. Unloads the code. NULL is allowed. */
void cc_job_free(struct cc_job *job);

#endif
