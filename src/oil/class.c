/* Conformance classes (OSEK OS 2.2.3, §3.2) and the kind of scheduling (§4.6). */
#include "oil/configure.h"

static bool shares_priority(const struct oil_config *config, const struct oil_task *task) {
    for (size_t i = 0; i < task->common.index; i++)
        if (config->tasks[i].priority == task->priority) return true;
    return false;
}

void oil_build_class(struct oil_builder *builder) {
    struct oil_config *config = builder->config;
    bool extended = false, several = false, full = false, non = false;
    for (size_t i = 0; i < config->task_count; i++) {
        const struct oil_task *task = &config->tasks[i];
        extended = extended || task->extended;
        several = several || task->activation > 1 || shares_priority(config, task);
        full = full || task->preemptable;
        non = non || !task->preemptable;
    }
    config->conformance = extended ? several ? CLASS_ECC2 : CLASS_ECC1 : several ? CLASS_BCC2 : CLASS_BCC1;
    config->scheduling = non ? full ? SCHEDULING_MIXED : SCHEDULING_NON : SCHEDULING_FULL;
}
