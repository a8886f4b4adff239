/* Files, read whole and written whole. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/arena.h"
#include "base/text.h"

#include <stdbool.h>

/* The last part of a path: without its folders. */
const char *file_name(const char *path);
bool file_is_same(const char *a, const char *b);         /* by whatever path; false: one of them is not there */
size_t file_folder_length(const char *path);             /* of what stands before that, with the slash */
size_t file_common_length(const char *a, const char *b); /* of the folders that both begin with, with the last slash */
/* From the folder where we are, if it lies below it: what is written elsewhere then means the same there. */
const char *file_from_here(const char *path);
/* `..\\h\\touch.h`, as some systems write paths: with slashes. In place. */
void file_use_slashes(char *path);
/* `a/./b//../c` as `a/c`, if that is the same file: not where a folder is a link to another one. In place. */
char *file_plain_path(char *path);
/* Some systems write paths with backslashes, and do not look at the case of letters: the file of such a name, in the
 * folder that the path says, with slashes; NULL: there is none. */
const char *file_spelled_otherwise(struct arena *arena, const char *path);
/* Are both in the same folder, by their paths as they are written? */
bool file_is_beside(const char *path, const char *other);
/* Appends the file's bytes to `text`, without a byte order mark of UTF-8 in front. False with errno set when it cannot
 * be read, or is too large: more than 1 GiB, or 64 MiB of what is no regular file. */
bool file_read(const char *path, struct text *text);
/* What is none, a FIFO, may never end. */
bool file_is_plain(const char *path);
bool file_read_plain(const char *path, struct text *text); /* ... is not read */
/* So large (32 MiB) that nobody has written it: to look through it takes longer than an answer may. */
bool file_is_huge(const char *path);
/* The file appears complete or not at all (written beside its place, then renamed). False with errno set. */
bool file_write(const char *path, const void *bytes, size_t size);

#endif
