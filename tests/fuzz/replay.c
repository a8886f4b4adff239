/* Gives every fuzz target each file of its corpus, once: replay CORPUS. What a target finds ends the program, after the
 * file's name. A corpus without files is an error: nothing would be tested. */
#include "base/file.h"

#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* clang-format off */
#define TARGETS(X) \
    X(promela) X(formula) X(env) X(oil) X(eventb) X(map) X(c) X(trace) X(checkpoint) X(results) X(bounds) \
    X(temporal) X(rodin) X(theory) X(amalthea) X(xgdl)
/* clang-format on */

#define DECLARE(name) int fuzz_##name(const uint8_t *bytes, size_t size);
TARGETS(DECLARE)

struct target {
    const char *name;
    int (*try)(const uint8_t *bytes, size_t size);
};

static void replay(const struct target *target, const char *path) {
    struct text file = {0};
    puts(path);
    fflush(stdout);
    if (!file_read(path, &file)) {
        perror(path);
        exit(1);
    }
    target->try((const uint8_t *)text_chars(&file), file.length);
    text_free(&file);
}

static unsigned replay_all(const struct target *target, const char *corpus) {
    struct text path = {0};
    unsigned count = 0;
    text_printf(&path, "%s/%s", corpus, target->name);
    DIR *directory = opendir(text_chars(&path));
    for (struct dirent *entry; directory && (entry = readdir(directory));) {
        if (*entry->d_name == '.') continue;
        struct text file = {0};
        text_printf(&file, "%s/%s", text_chars(&path), entry->d_name);
        replay(target, text_chars(&file));
        text_free(&file);
        count++;
    }
    if (directory) closedir(directory);
    if (!count) fprintf(stderr, "%s: there are no inputs\n", text_chars(&path));
    text_free(&path);
    return count;
}

int main(int count, char **arguments) {
#define ENTRY(name) {#name, fuzz_##name},
    static const struct target targets[] = {TARGETS(ENTRY)};
    bool whole = count == 2;
    for (size_t i = 0; count == 2 && i < sizeof targets / sizeof *targets; i++)
        if (!replay_all(&targets[i], arguments[1])) whole = false;
    return whole ? 0 : 1;
}
