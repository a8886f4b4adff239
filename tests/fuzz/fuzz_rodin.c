/* Any bytes as a file of Rodin's: reading, typing and a few hundred steps within small bounds must not crash, hang or
 * leak, and nothing is refused without a word. */
#include "machine.h"

#include <string.h>

FUZZ_TARGET(rodin) {
    struct text text = {0};
    text_add_n(&text, (const char *)bytes, size);
    struct diagnostics diagnostics = {0};
    struct eb_development *development = eb_load_bytes("/nowhere/m.bum", &text, NULL, &diagnostics);
    fuzz_development(development, &diagnostics);
    text_free(&text);
    return 0;
}
