#include "jit/included.h"

#include "base/file.h"
#include "base/fingerprint.h"
#include "base/folder.h"
#include "base/process.h"

#include <stdlib.h>
#include <string.h>

#define NAME "model.c"

/* A line `# 12 "file" 1` says that what follows comes from there; built-in and command-line definitions are no files.
 */
static bool is_marker(const char *line, bool *from_file) {
    const char *quote = line[0] == '#' && line[1] == ' ' ? strchr(line, '"') : NULL;
    if (!quote || line[2] < '0' || line[2] > '9') return false;
    *from_file = quote[1] != '<' && strncmp(quote + 1, NAME "\"", sizeof NAME) != 0;
    return true;
}

static uint64_t of_files(char *preprocessed) {
    uint64_t sum = FINGERPRINT_START;
    bool from_file = false;
    for (char *line; (line = strsep(&preprocessed, "\n"));)
        if (!is_marker(line, &from_file) && from_file) sum = fingerprint_text(sum, line);
    return sum;
}

bool included_fingerprint(const char *source, uint64_t *fingerprint) {
    static const char *const arguments[] = {"cc", "-std=gnu11", "-E", "-dD", "-w", NAME, NULL};
    char *folder = folder_new("code");
    char *path = folder ? folder_path(folder, NAME) : NULL;
    struct text said = {0};
    bool good = path && file_write(path, source, strlen(source)) && process_run(folder, arguments, NULL, &said) == 0;
    free(path);
    folder_free(folder);
    char *words = text_take(&said);
    if (good) *fingerprint = of_files(words);
    free(words);
    return good;
}
