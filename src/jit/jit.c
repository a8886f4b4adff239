/* Invariant: `head.entry` is never NULL in a jit that was handed out, and only ever changes from libtcc's code to cc's,
 * once. Both stay loaded until jit_free(), so that a caller may hold on to either address. */
#include "jit/jit.h"

#include "base/invariant.h"
#include "base/memory.h"
#include "jit/cc.h"
#include "jit/tcc.h"

#include <pthread.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>

struct jit {
    struct jit_head head;
    char *source, *entry_name;
    enum jit_compiler compiler;
    struct tcc_code *quick;
    struct cc_job *optimised;
    pthread_t thread;
    bool has_thread;
    atomic_flag optimising; /* set by the first jit_optimise() */
    atomic_bool is_optimised;
};

static void publish_optimised(struct jit *jit, void *entry) {
    invariant(entry && !atomic_load(&jit->is_optimised));
    atomic_store_explicit(&jit->head.entry, entry, memory_order_release);
    atomic_store_explicit(&jit->is_optimised, true, memory_order_release);
}

/* One diagnostic says that the text does not compile, and notes repeat what the compilers said, the first lines. */
static void report(struct diagnostics *diagnostics, const char *messages) {
    enum { LINES = 12 };
    diag_error(diagnostics, (struct place){0}, "the generated C code does not compile");
    for (int line = 0; *messages && line < LINES; line++) {
        int length = (int)strcspn(messages, "\n");
        diag_note(diagnostics, (struct place){0}, "%.*s", length, messages);
        messages += length;
        if (*messages) messages++;
    }
}

struct jit *jit_compile(const char *source, const char *entry, enum jit_compiler compiler, bool with_headers,
                        struct diagnostics *diagnostics) {
    struct jit *jit = memory_new(sizeof *jit);
    jit->source = memory_copy_text(source);
    jit->entry_name = memory_copy_text(entry);
    jit->compiler = compiler;
    jit->optimised = cc_job_new(jit->source, jit->entry_name, with_headers);
    struct text messages = {0};
    if (compiler != JIT_CC) jit->quick = tcc_code_new(source, entry, with_headers, &messages);
    if (jit->quick) {
        atomic_store(&jit->head.entry, tcc_code_entry(jit->quick));
    } else {
        atomic_flag_test_and_set(&jit->optimising);
        void *address = cc_job_run(jit->optimised);
        if (address)
            publish_optimised(jit, address);
        else if (cc_job_found_compiler(jit->optimised) || !messages.length) {
            /* cc explains better than libtcc does, where it is there. */
            text_clear(&messages);
            text_add(&messages, cc_job_messages(jit->optimised));
        }
    }
    if (!atomic_load(&jit->head.entry)) {
        report(diagnostics, text_chars(&messages));
        jit_free(jit);
        jit = NULL;
    }
    text_free(&messages);
    return jit;
}

void jit_free(struct jit *jit) {
    if (!jit) return;
    if (jit->has_thread) {
        cc_job_cancel(jit->optimised);
        pthread_join(jit->thread, NULL);
    }
    cc_job_free(jit->optimised);
    tcc_code_free(jit->quick);
    free(jit->entry_name);
    free(jit->source);
    free(jit);
}

bool jit_is_optimised(const struct jit *jit) { return atomic_load_explicit(&jit->is_optimised, memory_order_acquire); }

static void *optimise(void *argument) {
    struct jit *jit = argument;
    void *address = cc_job_run(jit->optimised);
    if (address) publish_optimised(jit, address);
    return NULL;
}

void jit_optimise(struct jit *jit) {
    if (jit->compiler == JIT_TCC || atomic_flag_test_and_set(&jit->optimising)) return;
    /* The thread takes no signals: they belong to those who handle them. */
    sigset_t all, before;
    sigfillset(&all);
    pthread_sigmask(SIG_SETMASK, &all, &before);
    jit->has_thread = pthread_create(&jit->thread, NULL, optimise, jit) == 0;
    pthread_sigmask(SIG_SETMASK, &before, NULL);
}
