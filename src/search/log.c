/* Invariant: node n's record is blocks.items[n / LOG_BLOCK][n % LOG_BLOCK]; records never move. */
#include "search/log.h"

#include "base/invariant.h"

static size_t add_block(struct log *log) {
    vec_push(&log->blocks, memory_resize(NULL, LOG_BLOCK * sizeof(uint64_t)));
    return LOG_BLOCK * sizeof(uint64_t);
}

size_t log_add(struct log *log, uint64_t parent, uint32_t entry) {
    size_t allocated = log->count == log->blocks.count * (uint64_t)LOG_BLOCK ? add_block(log) : 0;
    /* An entry number that does not fit stays too large: no trace then, rather than a wrong one. */
    if (entry > LOG_MAX_ENTRY) entry = LOG_MAX_ENTRY;
    log->blocks.items[log->count / LOG_BLOCK][log->count % LOG_BLOCK] = parent << LOG_ENTRY_BITS | entry;
    log->count++;
    return allocated;
}

static uint64_t record(const struct log *log, uint64_t number) {
    invariant(number < log->count);
    return log->blocks.items[number / LOG_BLOCK][number % LOG_BLOCK];
}

uint64_t log_parent(const struct log *log, uint64_t number) { return record(log, number) >> LOG_ENTRY_BITS; }

uint32_t log_entry(const struct log *log, uint64_t number) { return (uint32_t)(record(log, number) & LOG_MAX_ENTRY); }

void log_free(struct log *log) {
    for (size_t i = 0; i < log->blocks.count; i++) free(log->blocks.items[i]);
    vec_free(&log->blocks);
    log->count = 0;
}

static size_t records_in(const struct log *log, size_t block) {
    uint64_t before = (uint64_t)block * LOG_BLOCK;
    return log->count - before < LOG_BLOCK ? (size_t)(log->count - before) : LOG_BLOCK;
}

void log_save(const struct log *log, struct checkpoint_writer *out) {
    checkpoint_put_number(out, log->count);
    for (size_t i = 0; i < log->blocks.count; i++)
        checkpoint_put(out, log->blocks.items[i], records_in(log, i) * sizeof(uint64_t));
}

size_t log_load(struct log *log, struct checkpoint_reader *in) {
    size_t allocated = 0;
    uint64_t count = checkpoint_get_number(in);
    if (count >> LOG_NUMBER_BITS) in->failed = true;
    while (log->count < count && !in->failed) {
        uint64_t left = count - log->count;
        allocated += add_block(log);
        log->count += left < LOG_BLOCK ? left : LOG_BLOCK;
        checkpoint_get(in, vec_last(&log->blocks), records_in(log, log->blocks.count - 1) * sizeof(uint64_t));
    }
    return allocated;
}
