#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>

bool file_read(const char *path, struct text *text) {
    FILE *in = fopen(path, "rb");
    if (!in) return false;
    struct stat status;
    if (fstat(fileno(in), &status) == 0 && S_ISDIR(status.st_mode)) {
        fclose(in);
        errno = EISDIR;
        return false;
    }
    char buffer[65536];
    size_t got;
    while ((got = fread(buffer, 1, sizeof buffer, in)) > 0) text_add_n(text, buffer, got);
    bool ok = !ferror(in);
    fclose(in);
    return ok;
}

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

bool file_write(const char *path, const void *bytes, size_t size) {
    struct stat status;
    if (stat(path, &status) == 0 && !S_ISREG(status.st_mode)) return write_in_place(path, bytes, size);

    struct text temporary = {0};
    text_printf(&temporary, "%s.XXXXXX", path);
    int descriptor = mkstemp(temporary.chars);
    if (descriptor < 0) {
        text_free(&temporary);
        return false;
    }
    mode_t mask = umask(0);
    umask(mask);
    bool ok = write_all(descriptor, bytes, size) && fchmod(descriptor, 0666 & ~mask) == 0;
    ok = close(descriptor) == 0 && ok;
    ok = ok && rename(temporary.chars, path) == 0;
    int reason = errno;
    if (!ok) unlink(temporary.chars);
    text_free(&temporary);
    errno = reason;
    return ok;
}
