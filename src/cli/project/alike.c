/* Of many assumptions that differ in names only one is made. */
#include "cli/project/project.h"

#include <string.h>

static struct assumed_alike *alike_of(struct project *project, const char *several) {
    for (size_t i = 0; i < project->alike.count; i++)
        if (!strcmp(project->alike.items[i].several, several)) return &project->alike.items[i];
    vec_push(&project->alike, (struct assumed_alike){.several = several});
    return &vec_last(&project->alike);
}

void project_assume_alike(struct project *project, const char *several, const char *name, const char *home,
                          const char *one) {
    struct assumed_alike *alike = alike_of(project, several);
    if (text_list_has(&alike->told, one)) return;
    vec_push(&alike->told.list, one);
    some_names_add(&alike->names, arena_printf(project->arena, "`%s`", name), home);
}

/* `several` with the names in the place of its "%s". */
static const char *with_names(struct project *project, struct assumed_alike *alike) {
    const char *gap = strstr(alike->several, "%s");
    return arena_printf(project->arena, "%.*s%s%s", (int)(gap - alike->several), alike->several,
                        some_names_chars(&alike->names), gap + 2);
}

static void tell(struct project *project, struct assumed_alike *alike) {
    enum { FEW = 3 };
    struct text_list *assumed = &project->command->assumed;
    if (alike->told.list.count > FEW) vec_push(&assumed->list, with_names(project, alike));
    for (size_t i = 0; i < alike->told.list.count && alike->told.list.count <= FEW; i++)
        vec_push(&assumed->list, alike->told.list.items[i]);
}

void project_tell_alike(struct project *project) {
    for (size_t i = 0; i < project->alike.count; i++) {
        struct assumed_alike *alike = &project->alike.items[i];
        tell(project, alike);
        some_names_free(&alike->names);
        vec_free(&alike->told.list);
    }
    vec_free(&project->alike);
}
