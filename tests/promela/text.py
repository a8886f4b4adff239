#!/usr/bin/env python3
"""The generated text is C and C++ at once: a part of the corpus, through a compiler for each."""
import glob
import os
import shutil
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
import expectations

HERE = os.path.dirname(os.path.abspath(__file__))
PATTERNS = ["channel_message_fields", "channel_sorted_send", "channel_xr_xs", "channel_random_receive",
            "channel_local_per_instance", "claim_fault_d_step", "claim_atomic_same_state", "d_step_rendezvous_loop",
            "d_step_loop_endless_*", "trace_d_step", "notrace_d_step", "ltl_fault_index", "priority_set_in_d_step",
            "process_enabled_claim", "process_pc_value", "index_fault_provided", "index_fault_hidden",
            "unsigned_signedness", "typedef_*", "classic_philosophers_deadlock", "remote_*", "atomic_run_inside"]
COMPILERS = [["gcc", "-std=gnu11", "-x", "c"], ["g++", "-x", "c++"], ["clang++", "-x", "c++"]]


def main():
    binary = os.path.abspath(sys.argv[1] if len(sys.argv) > 1 else os.path.join(HERE, "../../build/rtcheck"))
    models = sorted({path for pattern in PATTERNS for path in glob.glob(os.path.join(HERE, pattern + ".pml"))})
    compilers = [compiler for compiler in COMPILERS if shutil.which(compiler[0])]
    passed = failed = 0
    for model in models:
        with tempfile.TemporaryDirectory(prefix="text.") as folder:
            text = os.path.join(folder, "model.c")
            options = expectations.Expectation(model).options
            subprocess.run([binary, "model", model, "--safety", "--quiet", "--emit-c", text] + options, capture_output=True)
            for compiler in compilers:
                done = subprocess.run(compiler + ["-fsyntax-only", text], capture_output=True, text=True)
                if os.path.exists(text) and done.returncode == 0:
                    passed += 1
                else:
                    failed += 1
                    print("%s, %s: %s" % (os.path.basename(model), compiler[0], done.stderr[:600]))
    print("%d passed, %d failed, %d skipped" % (passed, failed, len(COMPILERS) - len(compilers)))
    return 1 if failed or not passed else 0


if __name__ == "__main__":
    sys.exit(main())
