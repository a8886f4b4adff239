#include "ts/ts.h"

void ts_description_free(struct ts_description *description) {
    struct text *texts[] = {&description->actor,  &description->action,     &description->partner,
                            &description->reply,  &description->channel,    &description->message,
                            &description->output, &description->interaction};
    for (size_t i = 0; i < sizeof texts / sizeof *texts; i++) text_free(texts[i]);
}
