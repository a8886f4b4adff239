#include "search/snapshot.h"

#include "base/limits.h"
#include "base/text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

static const uint64_t snapshot_magic = UINT64_C(0x06686372616573); /* "search", and a version */

/* ---- what a snapshot is bound to ---- */

enum { SIGNATURE_NUMBERS = 12 };

struct initial_hash {
    uint64_t sum;
};

static void add_initial(void *context, const void *state, uint32_t size, const struct ts_step *step) {
    (void)step;
    struct initial_hash *hash = context;
    hash->sum = hash->sum * UINT64_C(0x9e3779b97f4a7c15) + store_hash(state, size);
}

static void find_signature(const struct ts *ts, const struct search_options *options, uint64_t *numbers) {
    struct initial_hash initial = {0};
    ts->initial(ts, add_initial, &initial);
    const uint64_t signature[SIGNATURE_NUMBERS] = {snapshot_magic,         ts->max_state_size,
                                                   ts->action_count,       initial.sum,
                                                   options->order,         options->store,
                                                   options->no_reduction,  options->ignore_end_states,
                                                   options->ignore_faults, options->ignore_system_faults,
                                                   options->depth_limit,   options->subject};
    memcpy(numbers, signature, sizeof signature);
}

/* ---- what every search remembers ---- */

static const char *const finding_kinds[] = {NULL, "invalid end state", "claim"};
enum { FINDING_KINDS = sizeof finding_kinds / sizeof *finding_kinds };

static uint64_t kind_number(const char *kind) {
    for (uint64_t number = 1; kind && number < FINDING_KINDS; number++)
        if (strcmp(finding_kinds[number], kind) == 0) return number;
    return 0;
}

typedef VEC(char) word_room;

/* NULL is kept as such. */
static void put_words(struct checkpoint_writer *out, const char *words) {
    const word_room all = {(char *)words, words ? strlen(words) + 1 : 0, 0};
    snapshot_put_items(out, &all);
}

/* NULL, or the room's. */
static const char *get_words(struct checkpoint_reader *in, word_room *room) {
    snapshot_get_items(in, room);
    if (room->count && vec_last(room)) in->failed = true;
    return room->count && !in->failed ? room->items : NULL;
}

static void put_fault(struct checkpoint_writer *out, const struct ts *ts, uint32_t number) {
    checkpoint_put_number(out, number);
    if (!number || !ts->fault_number) return;
    const struct ts_fault *fault = ts->fault(ts, number);
    put_words(out, fault->kind);
    put_words(out, fault->message);
    put_words(out, fault->place.file);
    checkpoint_put_number(out, fault->place.line);
    checkpoint_put_number(out, fault->place.column);
    checkpoint_put_number(out, fault->about);
}

/* Its number in this run. */
static uint32_t get_fault(struct checkpoint_reader *in, const struct ts *ts) {
    uint32_t number = (uint32_t)checkpoint_get_number(in);
    if (number && ts->fault_number) {
        word_room kind = {0}, message = {0}, file = {0};
        struct ts_fault fault = {.kind = get_words(in, &kind)};
        fault.message = get_words(in, &message);
        fault.place.file = get_words(in, &file);
        fault.place.line = (unsigned)checkpoint_get_number(in);
        fault.place.column = (unsigned)checkpoint_get_number(in);
        fault.about = (uint32_t)checkpoint_get_number(in);
        if (!fault.kind || !fault.message) in->failed = true;
        number = in->failed ? 0 : ts->fault_number(ts, &fault);
        vec_free(&kind);
        vec_free(&message);
        vec_free(&file);
    }
    if (number && !ts->fault(ts, number)) in->failed = true;
    return in->failed ? 0 : number;
}

static void put_finding(struct checkpoint_writer *out, const struct ts *ts, const struct finding *finding) {
    checkpoint_put_number(out, kind_number(finding->kind));
    put_fault(out, ts, finding->fault);
    checkpoint_put_number(out, finding->length);
    checkpoint_put_number(out, finding->order);
    checkpoint_put_number(out, finding->parent);
    checkpoint_put_number(out, finding->entry);
    snapshot_put_items(out, &finding->path.entries);
}

static void get_finding(struct checkpoint_reader *in, const struct ts *ts, struct finding *finding) {
    uint64_t kind = checkpoint_get_number(in);
    if (kind >= FINDING_KINDS) in->failed = true;
    *finding = (struct finding){.kind = in->failed ? NULL : finding_kinds[kind], .cycle = SIZE_MAX};
    finding->fault = get_fault(in, ts);
    if (!finding->kind && !finding->fault) in->failed = true;
    finding->length = checkpoint_get_number(in);
    finding->order = checkpoint_get_number(in);
    finding->parent = checkpoint_get_number(in);
    finding->entry = (uint32_t)checkpoint_get_number(in);
    snapshot_get_items(in, &finding->path.entries);
}

static void put_faulty(struct checkpoint_writer *out, const struct nodeset *faulty) {
    checkpoint_put_number(out, faulty->nodes.count);
    for (uint32_t i = 0; i < faulty->nodes.count; i++) {
        uint32_t size;
        const void *state = nodeset_get(faulty, i, &size);
        checkpoint_put_number(out, size);
        checkpoint_put_number(out, faulty->nodes.items[i].hash);
        checkpoint_put(out, state, size);
    }
}

static void get_faulty(struct checkpoint_reader *in, struct job *job) {
    unsigned char *state = job->workers[0].node;
    for (uint64_t count = checkpoint_get_number(in); count && !in->failed; count--) {
        uint64_t size = checkpoint_get_number(in), hash = checkpoint_get_number(in);
        if (size > expand_node_size(job->ts, job->mode)) in->failed = true;
        if (in->failed) return;
        checkpoint_get(in, state, size);
        nodeset_add(&job->faulty, state, (uint32_t)size, hash, NULL);
    }
}

static void put_run(struct job *job, struct checkpoint_writer *out) {
    struct search_statistics statistics = job_statistics(job);
    uint64_t microseconds = (uint64_t)(statistics.seconds * 1e6);
    checkpoint_put_number(out, statistics.transitions);
    checkpoint_put_number(out, statistics.passed);
    checkpoint_put_number(out, statistics.depth);
    checkpoint_put_number(out, microseconds);
    checkpoint_put_number(out, (uint64_t)atomic_load(&job->loss));
    for (uint32_t action = 0; action < job->ts->action_count; action++) {
        uint64_t taken = 0;
        for (unsigned i = 0; i < job->thread_count; i++) taken |= job->workers[i].expander.taken[action];
        checkpoint_put_number(out, taken);
    }
    checkpoint_put_number(out, atomic_load(&job->violation_count));
    checkpoint_put_number(out, job->doubtful_count);
    checkpoint_put_number(out, job->finding_order);
    checkpoint_put_number(out, job->findings.count);
    for (size_t i = 0; i < job->findings.count; i++) put_finding(out, job->ts, &job->findings.items[i]);
    put_faulty(out, &job->faulty);
    if (job->options->notes) job->options->notes->save(job->options->notes->self, out);
}

static void get_run(struct job *job, struct checkpoint_reader *in) {
    job->base_transitions = checkpoint_get_number(in);
    job->base_passed = checkpoint_get_number(in);
    job->base_depth = checkpoint_get_number(in);
    job->base_seconds = (double)checkpoint_get_number(in) * 1e-6;
    uint64_t limit = checkpoint_get_number(in);
    if (limit) job_note_loss(job, (enum search_limit)limit);
    for (uint32_t action = 0; action < job->ts->action_count; action++)
        job->workers[0].expander.taken[action] = checkpoint_get_number(in) != 0;
    atomic_store(&job->violation_count, checkpoint_get_number(in));
    job->doubtful_count = checkpoint_get_number(in);
    job->finding_order = checkpoint_get_number(in);
    uint64_t findings = checkpoint_get_number(in);
    for (uint64_t i = 0; i < findings && !in->failed; i++) {
        struct finding finding;
        get_finding(in, job->ts, &finding);
        finding.doubtful = job_is_doubtful(job, &finding);
        vec_push(&job->findings, finding);
    }
    get_faulty(in, job);
    if (job->options->notes) job->options->notes->load(job->options->notes->self, in);
}

/* ---- writing ---- */

static bool write_to(FILE *file, struct job *job, void (*save)(const void *, struct checkpoint_writer *),
                     const void *search) {
    uint64_t signature[SIGNATURE_NUMBERS];
    find_signature(job->ts, job->options, signature);
    struct checkpoint_writer head = {.file = file}, rest = {.file = file};
    checkpoint_put(&head, signature, sizeof signature);
    if (!checkpoint_end_writing(&head) || !store_save(job->store, file)) return false;
    put_run(job, &rest);
    save(search, &rest);
    return checkpoint_end_writing(&rest) && fsync(fileno(file)) == 0;
}

/* One that fails costs the way back, not the search: it is said at the end, and tried again the next time. */
static void write_snapshot(struct job *job, void (*save)(const void *, struct checkpoint_writer *),
                           const void *search) {
    struct text path = {0};
    text_printf(&path, "%s.part", job->options->checkpoint);
    limits_hold();
    errno = 0;
    FILE *file = fopen(text_chars(&path), "wb");
    bool written = file && write_to(file, job, save, search);
    int reason = errno;
    if (file && fclose(file) != 0 && written) written = false, reason = errno;
    if (written && rename(text_chars(&path), job->options->checkpoint) != 0) written = false, reason = errno;
    if (!written && file) remove(text_chars(&path));
    job->result->unsaved = written ? 0 : reason ? reason : EIO;
    limits_release();
    text_free(&path);
}

void snapshot_if_due(struct job *job, void (*save)(const void *, struct checkpoint_writer *), const void *search) {
    bool paused = atomic_load(&job->pausing);
    bool stopped = job_is_stopping(job) && !job_has_enough(job);
    if (job->options->checkpoint && !atomic_load(&job->torn) && (paused || stopped)) write_snapshot(job, save, search);
    if (!paused) return; /* the time for the next one stays, however many levels end until then */
    job->pause_at = job_clock() + job->options->checkpoint_every;
    atomic_store(&job->pausing, false);
}

/* ---- reading ---- */

static struct store *load_store(const struct ts *ts, const struct search_options *options, unsigned threads,
                                FILE *file) {
    const struct store_options store_options = {.kind = options->store,
                                                .max_state_size = expand_node_size(ts, EXPAND_STATES),
                                                .threads = threads,
                                                .memory_limit = options->memory_limit,
                                                .bitstate_log2 = options->bitstate_log2};
    return store_load(&store_options, file);
}

static const char *read_head(struct snapshot *snapshot, const struct ts *ts, const struct search_options *options) {
    uint64_t wanted[SIGNATURE_NUMBERS], signature[SIGNATURE_NUMBERS];
    find_signature(ts, options, wanted);
    checkpoint_get(&snapshot->in, signature, sizeof signature);
    if (!checkpoint_end_reading(&snapshot->in) || signature[0] != snapshot_magic)
        return "this is not a checkpoint, or a damaged one";
    if (memcmp(wanted, signature, sizeof signature) != 0) return "the checkpoint is of another model, or other options";
    return NULL;
}

const char *snapshot_open(struct snapshot *snapshot, struct job *job, const struct ts *ts,
                          const struct search_options *options, unsigned threads) {
    *job = (struct job){0};
    FILE *file = fopen(options->resume, "rb");
    if (!file) return "the checkpoint cannot be opened";
    snapshot->in = (struct checkpoint_reader){.file = file};
    const char *wrong = read_head(snapshot, ts, options);
    struct store *store = wrong ? NULL : load_store(ts, options, threads, file);
    if (!wrong && !store) wrong = "the checkpoint is damaged, or does not fit the memory limit";
    if (wrong) {
        fclose(file);
        return wrong;
    }
    job_init(job, ts, options, EXPAND_STATES, threads, store);
    snapshot->in = (struct checkpoint_reader){.file = file};
    get_run(job, &snapshot->in);
    return NULL;
}

const char *snapshot_close(struct snapshot *snapshot) {
    bool sound = checkpoint_end_reading(&snapshot->in);
    fclose(snapshot->in.file);
    return sound ? NULL : "the checkpoint is damaged";
}
