#include "base/file.h"

#include "base/limits.h"
#include "base/memory.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_is_same(const char *a, const char *b) {
    struct stat one, other;
    return !stat(a, &one) && !stat(b, &other) && one.st_dev == other.st_dev && one.st_ino == other.st_ino;
}

const char *file_name(const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? slash + 1 : path;
}

const char *file_from_here(const char *path) {
    char here[PATH_MAX];
    if (*path != '/' || !getcwd(here, sizeof here)) return path;
    size_t length = strlen(here);
    if (length < 2 || strncmp(path, here, length) != 0 || (path[length] && path[length] != '/')) return path;
    const char *rest = path + length;
    while (*rest == '/') rest++;
    return *rest ? rest : ".";
}

size_t file_folder_length(const char *path) { return (size_t)(file_name(path) - path); }

void file_use_slashes(char *path) {
    for (char *at = path; (at = strchr(at, '\\'));) *at = '/';
}

/* One part more behind those at `plain`, which ends before `end`: that may take one away. */
static char *add_part(char *plain, char *end, const char *part, size_t length) {
    bool goes_up = length == 2 && !memcmp(part, "..", 2), is_none = !length || (length == 1 && *part == '.');
    char *last = end;
    while (last > plain && last[-1] != '/') last--;
    if (is_none) return end;
    if (goes_up && last < end && strncmp(last, "..", 2) != 0) return last > plain + 1 ? last - 1 : last;
    if (end > plain && end[-1] != '/') *end++ = '/';
    memmove(end, part, length);
    return end + length;
}

char *file_plain_path(char *path) {
    char *plain = memory_copy_text(path), *end = plain + (*path == '/');
    for (const char *part = path; *part; part += *part == '/') {
        size_t length = strcspn(part, "/");
        end = add_part(plain, end, part, length);
        part += length;
    }
    *end = 0;
    struct stat here, there;
    bool is_same = stat(path, &here)
                       ? stat(plain, &there) != 0
                       : !stat(plain, &there) && here.st_dev == there.st_dev && here.st_ino == there.st_ino;
    if (is_same) strcpy(path, plain);
    free(plain);
    return path;
}

size_t file_common_length(const char *a, const char *b) {
    size_t length = 0;
    for (size_t i = 0; a[i] && a[i] == b[i]; i++)
        if (a[i] == '/') length = i + 1;
    return length;
}

bool file_is_beside(const char *path, const char *other) {
    size_t length = file_folder_length(path);
    return length == file_folder_length(other) && memcmp(path, other, length) == 0;
}

/* What is no regular file (a pipe, a terminal, a device) may have no end. */
enum { LARGEST_FILE = 1 << 30, LARGEST_STREAM = 1 << 26 };

/* A signal may come while a pipe waits for who writes it: the wish to end is heard, any other is none of its business.
 */
static FILE *open_to_read(const char *path) {
    FILE *in;
    while (!(in = fopen(path, "rb")) && errno == EINTR) limits_check();
    return in;
}

/* The same for a pipe that waits for more. */
static size_t read_some(FILE *in, char *buffer, size_t size) {
    for (;;) {
        size_t got = fread(buffer, 1, size, in);
        if (!ferror(in) || errno != EINTR) return got;
        limits_check();
        clearerr(in);
        if (got) return got;
    }
}

/* Some editors put it in front of UTF-8. */
static void drop_byte_order_mark(struct text *text, size_t start) {
    static const char mark[] = "\xef\xbb\xbf";
    const size_t length = sizeof mark - 1;
    if (text->length - start < length || memcmp(text->chars + start, mark, length) != 0) return;
    memmove(text->chars + start, text->chars + start + length, text->length - start - length + 1);
    text->length -= length;
}

bool file_is_plain(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISREG(status.st_mode);
}

bool file_is_huge(const char *path) {
    enum { HUGE_SIZE = 32 << 20 };
    struct stat status;
    return stat(path, &status) == 0 && status.st_size > HUGE_SIZE;
}

bool file_read(const char *path, struct text *text) {
    FILE *in = open_to_read(path);
    size_t start = text->length;
    if (!in) return false;
    struct stat status;
    if (fstat(fileno(in), &status) != 0 || S_ISDIR(status.st_mode)) {
        fclose(in);
        errno = EISDIR;
        return false;
    }
    char buffer[65536];
    bool has_end = S_ISREG(status.st_mode);
    size_t got, left = has_end ? LARGEST_FILE : LARGEST_STREAM;
    errno = 0;
    while ((got = read_some(in, buffer, sizeof buffer)) > 0 && got <= left) {
        text_add_n(text, buffer, got);
        left -= got;
        if (!has_end) limits_check(); /* what a program left that was stopped in time is read all the same */
    }
    bool ok = !ferror(in) && got == 0;
    int reason = got ? EFBIG : errno;
    fclose(in);
    drop_byte_order_mark(text, start);
    errno = reason;
    return ok;
}

bool file_read_plain(const char *path, struct text *text) { return file_is_plain(path) && file_read(path, text); }

static bool write_all(int descriptor, const char *bytes, size_t size) {
    while (size) {
        ssize_t written = write(descriptor, bytes, size);
        if (written < 0 && errno == EINTR) continue;
        if (written < 0) return false;
        bytes += written;
        size -= (size_t)written;
    }
    return true;
}

/* A device or a pipe cannot be renamed onto: it is written as it is. */
static bool write_in_place(const char *path, const void *bytes, size_t size) {
    int descriptor = open(path, O_WRONLY);
    if (descriptor < 0) return false;
    bool ok = write_all(descriptor, bytes, size);
    return close(descriptor) == 0 && ok;
}

/* Not mkstemp(): it would make the file private, and the umask cannot be asked for without changing it under the feet
 * of other threads. */
static int open_beside(const char *path, struct text *temporary) {
    enum { ATTEMPTS = 100 };
    for (unsigned attempt = 0; attempt < ATTEMPTS; attempt++) {
        text_clear(temporary);
        text_printf(temporary, "%s.%ld.%u.tmp", path, (long)getpid(), attempt);
        int descriptor = open(temporary->chars, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        if (descriptor >= 0 || errno != EEXIST) return descriptor;
    }
    return -1;
}

/* Held, as a run that is cut off here would leave a part of a file beside the place. */
static bool write_beside(const char *path, const void *bytes, size_t size) {
    struct text temporary = {0};
    limits_hold();
    int descriptor = open_beside(path, &temporary);
    bool ok = descriptor >= 0 && write_all(descriptor, bytes, size);
    if (descriptor >= 0) ok = close(descriptor) == 0 && ok;
    ok = ok && rename(temporary.chars, path) == 0;
    int reason = errno;
    if (descriptor >= 0 && !ok) unlink(temporary.chars);
    limits_release();
    text_free(&temporary);
    errno = reason;
    return ok;
}

bool file_write(const char *path, const void *bytes, size_t size) {
    struct stat status;
    if (stat(path, &status) != 0) return write_beside(path, bytes, size);
    if (!S_ISREG(status.st_mode)) return write_in_place(path, bytes, size);
    /* A link stays a link: what it points at is replaced. */
    char *target = realpath(path, NULL);
    bool ok = target && write_beside(target, bytes, size);
    int reason = errno;
    free(target);
    errno = reason;
    return ok;
}

const char *file_spelled_otherwise(struct arena *arena, const char *path) {
    char *plain = arena_text(arena, path);
    file_use_slashes(plain);
    const char *last = file_name(plain), *found = NULL;
    int length = (int)(last - plain);
    DIR *folder = opendir(length ? arena_text_n(arena, plain, (size_t)length) : ".");
    for (struct dirent *entry; folder && !found && (entry = readdir(folder));)
        if (!strcasecmp(entry->d_name, last)) found = arena_printf(arena, "%.*s%s", length, plain, entry->d_name);
    if (folder) closedir(folder);
    return found;
}
