/* Any bytes as a theory of the theory plug-in, used by a small machine: reading it, typing the machine's formulas and a
 * few hundred steps must not crash, hang or leak, and nothing is refused without a word. */
#include "machine.h"

#include <stdlib.h>
#include <unistd.h>

static const char machine_text[] =
    "context c\nsets S\nend\nmachine m sees c\nvariables l n x\ninvariants\n"
    "  @l l ∈ List(S)\n  @n n = size(l)\n  @x x ∈ S\n  @contains l contains x ⇔ x ∈ elements(l)\n"
    "  @bigger n bigger 2 ≥ n\n  @head n > 0 ⇒ head(l) ∈ elements(l)\nevents\n"
    "  event INITIALISATION then\n    @l l ≔ nil\n    @n n ≔ 0\n    @x x :∈ S\n  end\n"
    "  event add any y where\n    @y y ∈ S\n    @n n < 2\n  then\n    @l l ≔ cons(y, l)\n    @n n ≔ n + 1\n  end\n"
    "  event drop any h t where\n    @l l = cons(h, t)\n  then\n    @l l ≔ t\n    @n n ≔ n − 1\n    @x x ≔ h\n  end\n"
    "end\n";

FUZZ_TARGET(theory) {
    char *theory = fuzz_file("t.tuf", bytes, size);
    char *path = fuzz_file("m.eventb", machine_text, sizeof machine_text - 1);
    struct diagnostics diagnostics = {0};
    struct eb_development *development = eb_load(path, NULL, &diagnostics);
    fuzz_development(development, &diagnostics);
    unlink(theory);
    free(theory);
    free(path);
    return 0;
}
