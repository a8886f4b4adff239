#include "base/folder.h"

#include "base/text.h"

#include <dirent.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

char *folder_new(const char *purpose) {
    const char *parent = getenv("TMPDIR");
    struct text path = {0};
    text_printf(&path, "%s/rtcheck-%s-XXXXXX", parent && *parent ? parent : "/tmp", purpose);
    char *name = text_take(&path);
    if (mkdtemp(name)) return name;
    free(name);
    return NULL;
}

static void remove_files(const char *folder) {
    DIR *listing = opendir(folder);
    if (!listing) return;
    for (struct dirent *file; (file = readdir(listing));)
        if (strcmp(file->d_name, ".") != 0 && strcmp(file->d_name, "..") != 0)
            unlinkat(dirfd(listing), file->d_name, 0);
    closedir(listing);
}

void folder_free(char *folder) {
    for (int attempt = 0; folder && attempt < 200; attempt++) {
        remove_files(folder);
        if (rmdir(folder) == 0 || (errno != ENOTEMPTY && errno != EEXIST)) break;
        nanosleep(&(struct timespec){.tv_nsec = 5000000}, NULL);
    }
    free(folder);
}

char *folder_path(const char *folder, const char *name) {
    struct text path = {0};
    text_printf(&path, "%s/%s", folder, name);
    return text_take(&path);
}
