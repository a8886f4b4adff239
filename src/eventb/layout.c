#include "eventb/layout.h"

#include <string.h>

enum { MOST_BYTES = 1 << 16 };

static unsigned bits_for(eb_size size) {
    unsigned bits = 0;
    while (bits < 64 && ((eb_size)1 << bits) < size) bits++;
    return bits;
}

/* ---- the plan of the bytes ---- */

struct placing {
    unsigned word, used; /* of the current word, bits */
};

static void place_bits(struct placing *placing, struct eb_field *field, unsigned width) {
    field->width = width;
    field->fixed = true;
    if (width > 32) {
        if (placing->used) placing->word++;
        field->word = placing->word;
        placing->word += 2;
        placing->used = 0;
        return;
    }
    if (placing->used + width > 32) {
        placing->word++;
        placing->used = 0;
    }
    field->word = placing->word;
    field->shift = placing->used;
    placing->used += width;
}

void eb_layout_init(struct eb_layout *layout, struct arena *arena, const struct eb_domain *const *domains,
                    unsigned count, size_t setup_count) {
    struct placing placing = {0, 0};
    *layout = (struct eb_layout){.count = count, .all_fixed = true, .setup_count = (uint32_t)setup_count};
    layout->fields = arena_new_array(arena, struct eb_field, count + 1);
    place_bits(&placing, &layout->setup, bits_for((eb_size)3 * setup_count));
    for (unsigned i = 0; i < count; i++) {
        struct eb_field *field = &layout->fields[i];
        field->domain = domains[i];
        bool number = domains[i]->representation == EB_NUMBER; /* one more: outside the window */
        if (domains[i]->representation <= EB_NUMBER) place_bits(&placing, field, bits_for(domains[i]->size + number));
    }
    if (placing.used || placing.word == 0) placing.word++;
    for (unsigned i = 0; i < count; i++) {
        struct eb_field *field = &layout->fields[i];
        if (domains[i]->representation == EB_BITS) {
            field->fixed = true;
            field->word = placing.word;
            placing.word += 2 * domains[i]->words;
        }
        layout->all_fixed = layout->all_fixed && field->fixed;
    }
    layout->fixed_words = placing.word;
    layout->max_size = 4 * layout->fixed_words + 8 * count + (layout->all_fixed ? 0 : MOST_BYTES);
}

/* ---- bit fields ---- */

static uint32_t word_at(const void *state, unsigned index) {
    uint32_t word;
    memcpy(&word, (const unsigned char *)state + 4 * (size_t)index, 4);
    return word;
}

static void set_word(void *state, unsigned index, uint32_t word) {
    memcpy((unsigned char *)state + 4 * (size_t)index, &word, 4);
}

static uint64_t get_bits(const struct eb_field *field, const void *state) {
    if (field->width > 32) return word_at(state, field->word) | (uint64_t)word_at(state, field->word + 1) << 32;
    if (field->width == 0) return 0;
    uint32_t mask = field->width == 32 ? UINT32_MAX : (UINT32_C(1) << field->width) - 1;
    return word_at(state, field->word) >> field->shift & mask;
}

static void put_bits(const struct eb_field *field, void *state, uint64_t bits) {
    if (field->width > 32) {
        set_word(state, field->word, (uint32_t)bits);
        set_word(state, field->word + 1, (uint32_t)(bits >> 32));
    } else if (field->width) {
        uint32_t mask = field->width == 32 ? UINT32_MAX : (UINT32_C(1) << field->width) - 1;
        uint32_t word = word_at(state, field->word) & ~(mask << field->shift);
        set_word(state, field->word, word | (uint32_t)bits << field->shift);
    }
}

/* ---- what has no fixed length ---- */

struct stream {
    unsigned char *bytes;
    size_t words, most;
    bool good;
};

static void put_word(struct stream *stream, uint32_t word) {
    if (stream->words >= stream->most) {
        stream->good = false;
        return;
    }
    set_word(stream->bytes, (unsigned)stream->words++, word);
}

static void put_code(struct stream *stream, const struct eb_domain *domain, uint64_t code) {
    put_word(stream, (uint32_t)code);
    if (domain->size > (eb_size)1 << 32) put_word(stream, (uint32_t)(code >> 32));
}

static void put_number(struct stream *stream, struct eb_value value) {
    put_word(stream, (uint32_t)value.code);
    put_word(stream, (uint32_t)(value.code >> 32));
}

static void put_value(struct stream *stream, const struct eb_domain *domain, struct eb_value value) {
    uint64_t code;
    switch (domain->representation) {
    case EB_CODE:
    case EB_NUMBER:
        if (eb_code_of(domain, value, &code)) {
            put_code(stream, domain, code);
        } else {
            put_code(stream, domain, (uint64_t)domain->size);
            put_number(stream, value);
        }
        return;
    case EB_BITS:
        for (unsigned i = 0; i < domain->words; i++) {
            put_word(stream, (uint32_t)((const uint64_t *)value.items)[i]);
            put_word(stream, (uint32_t)(((const uint64_t *)value.items)[i] >> 32));
        }
        return;
    case EB_LIST:
        put_word(stream, (uint32_t)value.code);
        for (uint64_t i = 0; i < value.code && stream->good; i++)
            put_code(stream, domain->left, ((const uint64_t *)value.items)[i]);
        return;
    case EB_TREE:
        put_word(stream, (uint32_t)value.code);
        for (uint64_t i = 0; i < value.code && stream->good; i++)
            put_value(stream, domain->left, ((const struct eb_value *)value.items)[i]);
        return;
    case EB_PAIR:
        put_value(stream, domain->left, ((const struct eb_value *)value.items)[0]);
        put_value(stream, domain->right, ((const struct eb_value *)value.items)[1]);
        return;
    case EB_DATA:
        put_word(stream, (uint32_t)value.code);
        for (unsigned i = 0; i < eb_field_count(domain, value.code) && stream->good; i++)
            put_value(stream, domain->fields[value.code][i], eb_field(value, i));
    }
}

static uint64_t take_code(const void *state, size_t *at, const struct eb_domain *domain) {
    uint64_t code = word_at(state, (unsigned)(*at)++);
    if (domain->size > (eb_size)1 << 32) code |= (uint64_t)word_at(state, (unsigned)(*at)++) << 32;
    return code;
}

/* The code says what it is, or that it is outside the window. */
static struct eb_value take_number(const void *state, size_t *at, const struct eb_domain *domain, uint64_t code) {
    if (domain->representation != EB_NUMBER || (eb_size)code != domain->size) return eb_from_code(domain, code);
    uint64_t low = word_at(state, (unsigned)(*at)++);
    return (struct eb_value){low | (uint64_t)word_at(state, (unsigned)(*at)++) << 32, NULL};
}

static struct eb_value take_value(const void *state, size_t *at, const struct eb_domain *domain,
                                  struct eb_frame *frame) {
    if (domain->representation <= EB_NUMBER) return take_number(state, at, domain, take_code(state, at, domain));
    if (domain->representation == EB_BITS) {
        uint64_t *words = eb_frame_alloc(frame, domain->words * sizeof *words);
        memcpy(words, (const unsigned char *)state + 4 * *at, domain->words * sizeof *words);
        *at += 2 * (size_t)domain->words;
        return (struct eb_value){0, words};
    }
    if (domain->representation == EB_PAIR) {
        struct eb_value *both = eb_frame_alloc(frame, 2 * sizeof *both);
        both[0] = take_value(state, at, domain->left, frame);
        both[1] = take_value(state, at, domain->right, frame);
        return (struct eb_value){0, both};
    }
    uint64_t count = word_at(state, (unsigned)(*at)++);
    if (domain->representation == EB_DATA) {
        unsigned fields = eb_field_count(domain, count);
        struct eb_value *items = eb_frame_alloc(frame, fields * sizeof *items + 1);
        for (unsigned i = 0; i < fields; i++) items[i] = take_value(state, at, domain->fields[count][i], frame);
        return (struct eb_value){count, items};
    }
    if (domain->representation == EB_LIST) {
        uint64_t *items = eb_frame_alloc(frame, count * sizeof *items + 1);
        for (uint64_t i = 0; i < count; i++) items[i] = take_code(state, at, domain->left);
        return (struct eb_value){count, items};
    }
    struct eb_value *items = eb_frame_alloc(frame, count * sizeof *items + 1);
    for (uint64_t i = 0; i < count; i++) items[i] = take_value(state, at, domain->left, frame);
    return (struct eb_value){count, items};
}

/* ---- states ---- */

bool eb_layout_is_blank(const struct eb_layout *layout, const void *state) {
    return get_bits(&layout->setup, state) / layout->setup_count == 1;
}

bool eb_layout_has_left(const struct eb_layout *layout, const void *state) {
    return get_bits(&layout->setup, state) / layout->setup_count == 2;
}

void eb_layout_leave(const struct eb_layout *layout, void *state) {
    put_bits(&layout->setup, state, eb_layout_setup(layout, state) + 2 * (uint64_t)layout->setup_count);
}

uint32_t eb_layout_setup(const struct eb_layout *layout, const void *state) {
    return (uint32_t)(get_bits(&layout->setup, state) % layout->setup_count);
}

void eb_layout_read(const struct eb_layout *layout, const void *state, struct eb_frame *frame, struct eb_value *slots) {
    size_t rest = layout->fixed_words;
    for (unsigned i = 0; i < layout->count; i++) {
        const struct eb_field *field = &layout->fields[i];
        size_t at = field->fixed ? field->word : rest;
        if (field->domain->representation <= EB_NUMBER)
            slots[i] = take_number(state, &rest, field->domain, get_bits(field, state));
        else
            slots[i] = take_value(state, &at, field->domain, frame);
        if (!field->fixed) rest = at;
    }
}

/* False: an integer outside the window. */
static bool put_fixed(const struct eb_field *field, struct eb_value value, void *state) {
    uint64_t code;
    if (field->domain->representation == EB_BITS) {
        memcpy((unsigned char *)state + 4 * (size_t)field->word, value.items, field->domain->words * sizeof(uint64_t));
        return true;
    }
    if (!eb_code_of(field->domain, value, &code)) return false;
    put_bits(field, state, code);
    return true;
}

uint32_t eb_layout_write(const struct eb_layout *layout, uint32_t setup, const struct eb_value *slots, void *state) {
    struct stream stream = {state, layout->fixed_words, layout->max_size / 4, true};
    memset(state, 0, 4 * (size_t)layout->fixed_words);
    put_bits(&layout->setup, state, setup);
    for (unsigned i = 0; i < layout->count && stream.good; i++) {
        const struct eb_field *field = &layout->fields[i];
        if (field->fixed && put_fixed(field, slots[i], state)) continue;
        if (field->fixed) {
            put_bits(field, state, (uint64_t)field->domain->size);
            put_number(&stream, slots[i]);
        } else {
            put_value(&stream, field->domain, slots[i]);
        }
    }
    return stream.good ? (uint32_t)(4 * stream.words) : 0;
}

uint32_t eb_layout_update(const struct eb_layout *layout, const struct eb_value *slots, const unsigned *changed,
                          unsigned changed_count, void *state) {
    for (unsigned i = 0; i < changed_count; i++)
        if (!put_fixed(&layout->fields[changed[i]], slots[changed[i]], state)) return 0;
    return 4 * layout->fixed_words;
}

uint32_t eb_layout_key(const struct eb_layout *layout, const unsigned *variables, unsigned count,
                       const struct eb_value *slots, uint32_t *words, uint32_t most) {
    struct stream stream = {(unsigned char *)words, 0, most, true};
    for (unsigned i = 0; i < count && stream.good; i++)
        put_value(&stream, layout->fields[variables[i]].domain, slots[variables[i]]);
    return stream.good ? (uint32_t)stream.words : 0;
}
