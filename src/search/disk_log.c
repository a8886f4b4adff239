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
}

void disk_log_add(struct disk_log *log, uint64_t parent, uint32_t entry) {
    uint64_t record = parent << LOG_ENTRY_BITS | (entry > LOG_MAX_ENTRY ? LOG_MAX_ENTRY : entry);
    log->count++;
    if (!log->error && fwrite(&record, sizeof record, 1, log->file) != 1) log->error = errno ? errno : EIO;
}

void disk_log_end(struct disk_log *log) {
    if (log->file && !log->error && fflush(log->file) != 0) log->error = errno ? errno : EIO;
}

bool disk_log_get(const struct disk_log *log, uint64_t number, uint64_t *parent, uint32_t *entry) {
    uint64_t record;
    if (log->error || number >= log->count) return false;
    ssize_t got = pread(fileno(log->file), &record, sizeof record, (off_t)(number * sizeof record));
    if (got != (ssize_t)sizeof record) return false;
    *parent = record >> LOG_ENTRY_BITS;
    *entry = (uint32_t)(record & LOG_MAX_ENTRY);
    return true;
}
