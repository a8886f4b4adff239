#include "eventb/read.h"
bool eb_read_text(struct arena *arena, const char *path, const char *bytes, size_t size, eb_component_list *list,
                  struct diagnostics *diagnostics) {
    (void)arena;
    (void)bytes;
    (void)size;
    (void)list;
    diag_error(diagnostics, (struct place){path, 0, 0}, "text files are not read yet");
    return false;
}
void eb_print_component(const struct eb_component *component, bool ascii, struct text *out) {
    (void)component;
    (void)ascii;
    (void)out;
}
