/* Any bytes (sparse) as a checkpoint of one of four searches, which the first byte chooses. While it is
 * fuzzed the sums inside are not compared, so that damage reaches what reads it. Nothing is searched after it: states
 * that no search has written are no business of the model's code. */
#include "target.h"

#include "promela/program.h"
#include "search/checkpoint.h"
#include "search/search.h"

#include <stdlib.h>
#include <string.h>

static const char model[] = "int x; byte y[4];\n"
                            "active [2] proctype p() { do :: x < 900 -> x++ :: y[x % 4] < 3 -> y[x % 4]++ od }\n"
                            "active proctype q() { assert(x < 700) }\n";

#ifndef FUZZ_REPLAY
bool __wrap_checkpoint_end_reading(struct checkpoint_reader *in); /* by the linker, for the one without underscores */
bool __wrap_checkpoint_end_reading(struct checkpoint_reader *in) {
    checkpoint_get_number(in);
    return !in->failed;
}

struct bfs;
struct dfs;
void __wrap_bfs_search(struct bfs *bfs);
void __wrap_bfs_search(struct bfs *bfs) { (void)bfs; }
void __wrap_dfs_search(struct dfs *dfs);
void __wrap_dfs_search(struct dfs *dfs) { (void)dfs; }
#endif

static const struct ts *system_of_model(void) {
    static struct program *program;
    struct diagnostics diagnostics = {0};
    if (!program)
        program = program_load_text(model, strlen(model), "m.pml", &(struct program_options){0}, &diagnostics);
    return program_ts(program);
}

FUZZ_TARGET(checkpoint) {
    static const volatile sig_atomic_t stopped = 1;
    unsigned kind = size ? bytes[0] & 3 : 0;
    struct search_options options = {.threads = 1,
                                     .order = kind & 1 ? SEARCH_DFS : SEARCH_BFS,
                                     .store = kind & 2 ? STORE_TREE : STORE_EXACT,
                                     .memory_limit = 256 << 20,
                                     .interrupted = &stopped};
    char *path = fuzz_sparse_file("c.ck", bytes + (size > 0), size - (size > 0));
    options.resume = path;
    struct search_result *result = search_run(system_of_model(), &options);
    search_result_free(result);
    free(path);
    return 0;
}
