/* Files that rtcheck env writes: environments as pictures, as Promela, and as labelled transition systems. */
#ifndef CLI_ENV_FILES_H
#define CLI_ENV_FILES_H

#include "cli/common/options.h"
#include "env/campaign.h"

enum env_picture { ENV_SVG, ENV_PNG, ENV_PDF, ENV_DOT };

struct env_files {
    const struct env_campaign *campaign;
    const struct env_selection *selection;
    const char *design;                /* for Promela */
    const struct parse_options *parse; /* how it is read */
    const struct text_list *defines;   /* its macros: "N=3" */
    const volatile sig_atomic_t *interrupted;
};

/* Each returns an exit status; complaints are on stderr. Directories are made if they are not there. */
int env_draw(const struct env_files *files, const char *directory, enum env_picture format);
int env_emit(const struct env_files *files, const char *directory);
/* `path` ends in .aut, .dot, .svg, .png or .pdf; there must be one environment. */
int env_emit_lts(const struct env_files *files, const char *path);

#endif
