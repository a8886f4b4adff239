#include "fixture.h"

#include "base/file.h"

#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

struct fixture fixture_new(void) {
    struct fixture fixture = {.folder = "/tmp/eventb-test-XXXXXX", .arena = arena_new()};
    assert_non_null(mkdtemp(fixture.folder));
    return fixture;
}

static const char *path_of(struct fixture *fixture, const char *name) {
    return arena_printf(fixture->arena, "%s/%s", fixture->folder, name);
}

void fixture_write(struct fixture *fixture, const char *name, const char *text) {
    assert_true(file_write(path_of(fixture, name), text, strlen(text)));
}

void fixture_load(struct fixture *fixture, const char *name, const char *component) {
    eb_development_free(fixture->development);
    diag_free(&fixture->diagnostics);
    fixture->development = eb_load(path_of(fixture, name), component, &fixture->diagnostics);
    assert_int_equal(fixture->development == NULL, fixture->diagnostics.errors > 0);
}

bool fixture_read(struct fixture *fixture, const char *name) {
    diag_free(&fixture->diagnostics);
    bool good = eb_read_file(fixture->arena, path_of(fixture, name), &fixture->components, &fixture->diagnostics);
    assert_int_equal(good, fixture->diagnostics.errors == 0);
    return good;
}

void fixture_free(struct fixture *fixture) {
    DIR *folder = opendir(fixture->folder);
    for (struct dirent *entry; folder && (entry = readdir(folder));) unlink(path_of(fixture, entry->d_name));
    if (folder) closedir(folder);
    rmdir(fixture->folder);
    eb_development_free(fixture->development);
    diag_free(&fixture->diagnostics);
    arena_free(fixture->arena);
}

const char *fixture_error(struct fixture *fixture) {
    for (size_t i = 0; i < fixture->diagnostics.list.count; i++) {
        const struct diagnostic *diagnostic = &fixture->diagnostics.list.items[i];
        if (diagnostic->severity == SEVERITY_ERROR)
            return arena_printf(fixture->arena, "%u:%u: %s", diagnostic->place.line, diagnostic->place.column,
                                diagnostic->message);
    }
    return "";
}

void assert_error(struct fixture *fixture, const char *expected) {
    assert_string_equal(fixture_error(fixture), expected);
}

void assert_text_error(const char *text, const char *expected) {
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, "model.eventb", text);
    fixture_load(&fixture, "model.eventb", NULL);
    assert_error(&fixture, expected);
    fixture_free(&fixture);
}

const char *printed(const struct eb_formula *formula, bool ascii, struct arena *arena) {
    struct text text = {0};
    eb_print(formula, ascii, &text);
    const char *copy = arena_text(arena, text_chars(&text));
    text_free(&text);
    return copy;
}

const char *printed_type(const struct eb_type *type, struct arena *arena) {
    struct text text = {0};
    eb_print_type(type, false, &text);
    const char *copy = arena_text(arena, text_chars(&text));
    text_free(&text);
    return copy;
}

void assert_file_prints(const char *name, const char *text, const char *expected) {
    struct fixture fixture = fixture_new();
    fixture_write(&fixture, name, text);
    if (!fixture_read(&fixture, name)) fail_msg("%s", fixture_error(&fixture));
    struct text out = {0};
    for (unsigned i = 0; i < fixture.components.count; i++)
        eb_print_component(fixture.components.items[i], false, &out);
    assert_string_equal(text_chars(&out), expected);
    text_free(&out);
    fixture_free(&fixture);
}
