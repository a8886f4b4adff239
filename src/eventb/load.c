/* Loading: from a file to the closure of everything it refers to, all in one folder. */
#include "eventb/loader.h"

#include "base/file.h"
#include "eventb/prolog.h"

#include <errno.h>
#include <unistd.h>

static bool has_extension(const char *path, const char *extension) {
    size_t length = strlen(path), wanted = strlen(extension);
    return length > wanted && !strcmp(path + length - wanted, extension);
}

static bool read_bytes(struct arena *arena, const char *path, const struct text *bytes, struct eb_theories *theories,
                       eb_component_list *list, struct diagnostics *diagnostics) {
    const char *start = text_chars(bytes);
    if (!strncmp(start, "\xef\xbb\xbf", 3)) start += 3;
    size_t length = bytes->length - (size_t)(start - text_chars(bytes));
    if (has_extension(path, ".bum") || has_extension(path, ".buc") || *start == '<')
        return eb_read_rodin(arena, path, start, length, theories, list, diagnostics);
    if (prolog_begins(start)) return eb_read_package(arena, path, start, length, list, diagnostics);
    return eb_read_text(arena, path, start, length, theories, list, diagnostics);
}

static bool read_into(struct arena *arena, const char *path, struct eb_theories *theories, eb_component_list *list,
                      struct place from, struct diagnostics *diagnostics) {
    struct text bytes = {0};
    bool good = file_read(path, &bytes);
    if (!good)
        diag_error(diagnostics, from, "cannot read %s: %s", path, strerror(errno));
    else
        good = read_bytes(arena, arena_text(arena, path), &bytes, theories, list, diagnostics);
    text_free(&bytes);
    return good;
}

static void give(struct arena *arena, eb_component_list *list, struct eb_components *components) {
    components->items = arena_new_array(arena, const struct eb_component *, list->count);
    if (list->count) memcpy(components->items, list->items, list->count * sizeof *list->items);
    components->count = (unsigned)list->count;
    vec_free(list);
}

/* With its slash, or empty. */
static const char *folder_of(struct arena *arena, const char *path) {
    const char *slash = strrchr(path, '/');
    return slash ? arena_text_n(arena, path, (size_t)(slash + 1 - path)) : "";
}

bool eb_read_file(struct arena *arena, const char *path, struct eb_components *components,
                  struct diagnostics *diagnostics) {
    eb_component_list list = {0};
    struct eb_theories theories;
    bool good = eb_theories_read(&theories, arena, folder_of(arena, path), diagnostics) &&
                read_into(arena, path, &theories, &list, (struct place){path, 0, 0}, diagnostics);
    eb_theories_free(&theories);
    give(arena, &list, components);
    return good;
}

/* ---- References ---- */

static bool is_in_folder(const struct eb_component *component, const char *folder) {
    size_t length = strlen(folder);
    return !strncmp(component->file, folder, length) && !strchr(component->file + length, '/');
}

static const struct eb_component *find_known(const struct loader *loader, const char *folder, const char *name,
                                             bool machine) {
    for (size_t i = 0; i < loader->known.count; i++) {
        const struct eb_component *component = loader->known.items[i];
        if (component->is_machine == machine && !strcmp(component->name, name) && is_in_folder(component, folder))
            return component;
    }
    return NULL;
}

/* NULL if there is none; `failed`, with errors, if a file of this name cannot be read. */
static const struct eb_component *find_in(struct loader *loader, const char *folder, const struct eb_name *reference,
                                          bool machine, bool *failed) {
    static const char *const extensions[2][6] = {{".buc", ".bucx", ".ctx", ".eventb", ".txt"},
                                                 {".bum", ".bumx", ".mch", ".eventb", ".txt"}};
    const struct eb_component *component = find_known(loader, folder, reference->name, machine);
    for (size_t i = 0; !component && extensions[machine][i]; i++) {
        const char *path = arena_printf(loader->arena, "%s%s%s", folder, reference->name, extensions[machine][i]);
        if (access(path, F_OK)) continue;
        *failed =
            !read_into(loader->arena, path, loader->theories, &loader->known, reference->place, loader->diagnostics);
        if (*failed) return NULL;
        component = find_known(loader, folder, reference->name, machine);
    }
    return component;
}

/* A machine of another project is called PROJECT.MACHINE; projects are folders side by side. */
static const struct eb_component *find_in_project(struct loader *loader, const char *folder,
                                                  const struct eb_name *reference, bool *failed) {
    const char *dot = strchr(reference->name, '.');
    if (!dot || dot == reference->name || !dot[1]) return NULL;
    const char *project =
        arena_printf(loader->arena, "%s../%.*s/", folder, (int)(dot - reference->name), reference->name);
    return find_in(loader, project, &(struct eb_name){dot + 1, reference->place}, true, failed);
}

/* Looks where the reference is written; for a context first where the machine is that is loaded. */
const struct eb_component *loader_find(struct loader *loader, const struct eb_name *reference, bool machine) {
    const char *what = machine ? "machine" : "context", *folder = folder_of(loader->arena, reference->place.file);
    const struct eb_component *component = NULL;
    bool failed = false;
    if (strchr(reference->name, '/')) {
        diag_error(loader->diagnostics, reference->place, "'%s' is no name of a %s", reference->name, what);
        return NULL;
    }
    if (!machine && strcmp(folder, loader->folder) != 0)
        component = find_in(loader, loader->folder, reference, machine, &failed);
    if (!component && !failed) component = find_in(loader, folder, reference, machine, &failed);
    if (!component && !failed && machine) component = find_in_project(loader, folder, reference, &failed);
    if (!component && !failed)
        diag_error(loader->diagnostics, reference->place, "there is no %s %s here (looked for %s%s%s and text files)",
                   what, reference->name, folder, reference->name, machine ? ".bum" : ".buc");
    return component;
}

bool loader_is_listed(const eb_component_list *list, const struct eb_component *component) {
    for (size_t i = 0; i < list->count; i++) {
        if (list->items[i] == component) return true;
    }
    return false;
}

bool loader_contexts(struct loader *loader, const struct eb_name_list *references, eb_component_list *contexts) {
    enum { MOST_OPEN = 500 };
    for (unsigned i = 0; i < references->count; i++) {
        const struct eb_component *context = loader_find(loader, &references->items[i], false);
        if (!context) return false;
        if (loader_is_listed(contexts, context)) continue;
        if (loader_is_listed(&loader->open, context) || loader->open.count >= MOST_OPEN) {
            diag_error(loader->diagnostics, references->items[i].place, "the context %s extends itself in a circle",
                       context->name);
            return false;
        }
        vec_push(&loader->open, context);
        if (!loader_contexts(loader, &context->extends, contexts)) return false;
        (void)vec_pop(&loader->open);
        vec_push(contexts, context);
    }
    return true;
}

static bool visit_machines(struct loader *loader, const struct eb_component *machine) {
    struct eb_closure *closure = &loader->closure;
    if (!loader_chain(loader, machine, &closure->machines)) return false;
    for (size_t i = closure->machines.count; i--;)
        if (!loader_contexts(loader, &closure->machines.items[i]->sees, &closure->contexts)) return false;
    return true;
}

/* ---- eb_load ---- */

static void refuse_choice(const struct loader *loader, const char *path, const char *name) {
    enum { MOST_LISTED = 16 };
    struct place place = {path, 0, 0};
    struct text others = {0};
    for (size_t i = 0; i < loader->known.count && i <= MOST_LISTED; i++)
        text_printf(&others, "%s%s", i ? ", " : "", i < MOST_LISTED ? loader->known.items[i]->name : "…");
    if (others.length)
        diag_error(loader->diagnostics, place, "there is no %s in this file, but %s", name, text_chars(&others));
    else
        diag_error(loader->diagnostics, place, "there is neither a machine nor a context in this file");
    text_free(&others);
}

static const struct eb_component *choose(const struct loader *loader, const char *path, const char *name) {
    const struct eb_component *chosen = NULL;
    for (size_t i = 0; i < loader->known.count; i++) {
        const struct eb_component *component = loader->known.items[i];
        if (name ? !strcmp(component->name, name) && (!chosen || component->is_machine)
                 : component->is_machine || !chosen || !chosen->is_machine)
            chosen = component;
    }
    if (!chosen) refuse_choice(loader, path, name);
    return chosen;
}

/* `bytes`: what the file holds; NULL: read it. */
static bool load(struct loader *loader, struct eb_development *development, const char *path, const struct text *bytes,
                 const char *name) {
    if (!eb_theories_read(loader->theories, loader->arena, loader->folder, loader->diagnostics)) return false;
    if (bytes ? !read_bytes(loader->arena, arena_text(loader->arena, path), bytes, loader->theories, &loader->known,
                            loader->diagnostics)
              : !read_into(loader->arena, path, loader->theories, &loader->known, (struct place){path, 0, 0},
                           loader->diagnostics))
        return false;
    const struct eb_component *component = choose(loader, path, name);
    if (!component) return false;
    development->name = component->name;
    development->has_machine = component->is_machine;
    development->initialisation.name = "INITIALISATION"; /* of a context: nothing happens in it */
    if (component->is_machine
            ? !visit_machines(loader, component)
            : !loader_contexts(loader, &(struct eb_name_list){&(struct eb_name){component->name, component->place}, 1},
                               &loader->closure.contexts))
        return false;
    return eb_develop(development, &loader->closure, loader->diagnostics);
}

struct eb_development *eb_load_bytes(const char *path, const struct text *bytes, const char *component,
                                     struct diagnostics *diagnostics) {
    struct arena *arena = arena_new();
    struct eb_development *development = arena_new_object(arena, struct eb_development);
    struct loader loader = {.arena = arena, .diagnostics = diagnostics, .folder = folder_of(arena, path)};
    development->arena = arena;
    loader.theories = development->theories = arena_new_object(arena, struct eb_theories);
    bool good = load(&loader, development, path, bytes, component);
    vec_free(&loader.known);
    vec_free(&loader.open);
    vec_free(&loader.flattened);
    vec_free(&loader.closure.machines);
    vec_free(&loader.closure.contexts);
    if (good) return development;
    eb_development_free(development);
    return NULL;
}

struct eb_development *eb_load(const char *path, const char *component, struct diagnostics *diagnostics) {
    return eb_load_bytes(path, NULL, component, diagnostics);
}

void eb_development_free(struct eb_development *development) {
    if (!development) return;
    if (development->theories) eb_theories_free(development->theories);
    arena_free(development->arena);
}
