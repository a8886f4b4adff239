#include "search/disk_log.h"

#include "base/memory.h"
#include "base/text.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

FILE *disk_file_new(void) {
    const char *folder = getenv("TMPDIR");
    struct text path = {0};
    text_printf(&path, "%s/rtcheck-XXXXXX", folder && *folder ? folder : "/tmp");
    int number = mkstemp(path.chars);
    if (number >= 0) unlink(path.chars);
    text_free(&path);
    return number >= 0 ? fdopen(number, "w+b") : NULL;
}

bool disk_log_open(struct disk_log *log) {
    *log = (struct disk_log){.file = disk_file_new()};
    if (!log->file) log->error = errno;
    return log->file != NULL;
}

void disk_log_close(struct disk_log *log) {
    if (log->file) fclose(log->file);
    log->file = NULL;
    vec_free(&log->offsets);
}

/* ---- numbers ---- */

enum { LONGEST_NUMBER = 10, LONGEST_RECORD = 3 * LONGEST_NUMBER };

/* Differences in either direction as small numbers. */
static uint64_t folded(uint64_t difference) { return difference >> 63 ? ~difference << 1 | 1 : difference << 1; }

static uint64_t unfolded(uint64_t number) { return number & 1 ? ~(number >> 1) : number >> 1; }

static size_t write_number(unsigned char *out, uint64_t number) {
    size_t length = 0;
    for (; number >= 0x80; number >>= 7) out[length++] = (unsigned char)(number | 0x80);
    out[length++] = (unsigned char)number;
    return length;
}

/* Behind the number; NULL: it goes beyond `end`. */
static const unsigned char *read_number(const unsigned char *at, const unsigned char *end, uint64_t *number) {
    *number = 0;
    for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
        *number |= (uint64_t)(*at & 0x7f) << shift;
        if (!(*at++ & 0x80)) return at;
    }
    return NULL;
}

/* ---- nodes ---- */

/* The entry and whether the parent is another thread's than the one before; then, whose; and how far it is. */
void disk_log_add(struct disk_log *log, uint64_t parent, uint32_t entry) {
    unsigned char record[LONGEST_RECORD];
    if (log->count++ % DISK_LOG_BLOCK == 0) {
        vec_push(&log->offsets, log->bytes);
        log->parent = 0;
    }
    bool other = log_thread(parent) != log_thread(log->parent);
    size_t length = write_number(record, (uint64_t)(entry > LOG_MAX_ENTRY ? LOG_MAX_ENTRY : entry) << 1 | other);
    if (other) length += write_number(record + length, log_thread(parent));
    length += write_number(record + length, folded(log_number(parent) - log_number(log->parent)));
    log->parent = parent;
    log->bytes += length;
    if (!log->error && fwrite(record, length, 1, log->file) != 1) log->error = errno ? errno : EIO;
}

void disk_log_end(struct disk_log *log) {
    if (log->file && !log->error && fflush(log->file) != 0) log->error = errno ? errno : EIO;
}

/* Behind the record; NULL: it goes beyond `end`. `*parent` is that of the record before. */
static const unsigned char *read_record(const unsigned char *at, const unsigned char *end, uint64_t *parent,
                                        uint32_t *entry) {
    uint64_t first, thread = log_thread(*parent), difference;
    at = read_number(at, end, &first);
    if (at && first & 1) at = read_number(at, end, &thread);
    if (at) at = read_number(at, end, &difference);
    if (!at) return NULL;
    *entry = (uint32_t)(first >> 1);
    *parent = log_reference((unsigned)thread, log_number(*parent) + unfolded(difference));
    return at;
}

bool disk_log_get(const struct disk_log *log, uint64_t number, uint64_t *parent, uint32_t *entry) {
    unsigned char block[DISK_LOG_BLOCK * LONGEST_RECORD];
    if (log->error || number >= log->count) return false;
    ssize_t got = pread(fileno(log->file), block, sizeof block, (off_t)log->offsets.items[number / DISK_LOG_BLOCK]);
    const unsigned char *at = block, *end = block + (got > 0 ? got : 0);
    *parent = 0;
    for (uint64_t i = 0; at && i <= number % DISK_LOG_BLOCK; i++) at = read_record(at, end, parent, entry);
    return at != NULL;
}
