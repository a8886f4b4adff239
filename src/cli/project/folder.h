/* An application that is given as a folder: which of its files make it up. */
#ifndef CLI_PROJECT_FOLDER_H
#define CLI_PROJECT_FOLDER_H

#include "cli/common/application.h"

/* A folder in the place of files: finds them, and where headers are, in it and in the other folders.
 * False: stderr says why not. */
bool command_app_is_folder(const char *path);
bool command_app_search_folders(struct command_app_options *command, const char *const *paths, size_t count,
                                struct arena *arena);

#endif
