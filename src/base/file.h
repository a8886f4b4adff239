/* Files, read whole and written whole. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/text.h"

#include <stdbool.h>

/* Appends the file's bytes to `text`. False with errno set when it cannot be read. */
bool file_read(const char *path, struct text *text);
/* The file appears complete or not at all (written beside its place, then renamed). False with errno set. */
bool file_write(const char *path, const void *bytes, size_t size);

#endif
