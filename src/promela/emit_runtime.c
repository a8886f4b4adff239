#include "promela/emit.h"

#include "promela/reduce.h"

#include <stddef.h>

/* The part of the generated text that is the same for every model. */

static const char prelude[] =
    "typedef unsigned char u8;\ntypedef unsigned short u16;\ntypedef unsigned int u32;\n"
    "typedef unsigned long long u64;\n"
    "#ifdef __cplusplus\n#define _Static_assert static_assert\nextern \"C\" {\n#endif\n"
    "void *memcpy(void *, const void *, unsigned long);\n"
    "void *memmove(void *, const void *, unsigned long);\n"
    "void *memset(void *, int, unsigned long);\n"
    "int memcmp(const void *, const void *, unsigned long);\n"
    "#ifdef __cplusplus\n}\n#endif\n"
    "struct step { u32 action, reply; u16 actor, partner, holder; u8 passing; u32 fault; u8 ends; u32 labels; };\n"
    "typedef void (*emit_function)(void *, const void *, u32, const struct step *);\n"
    "typedef void (*claim_function)(void *, u32, u32, u32);\n"
    "struct sink { u8 *room; emit_function emit; void *context; u64 unwanted; u32 towards; };\n"
    "struct code {\n"
    "    void (*initial)(emit_function, void *);\n"
    "    void (*next)(const void *, u32, unsigned, emit_function, void *);\n"
    "    void (*next_in_place)(const void *, u32, unsigned, struct sink *);\n"
    "    unsigned (*marks)(const void *, u32);\n"
    "    void (*claim)(unsigned, const void *, u32, u32, claim_function, void *);\n"
    "    u64 (*atoms)(unsigned, const void *, u32, u64 *, u32 *);\n"
    "    int (*spawn)(unsigned, void *, u32 *, const int *);\n"
    "};\n";

static const char run_structure[] =
    "struct run {\n"
    "    const u8 *s;\n    u8 *t;\n    u32 size, "
    "successor_size;\n"
    "    struct sink *sink;\n"
    "    u32 fault;   /* set by what went wrong */\n"
    "    int timeout;\n"
    "    u32 count;   /* successors so far */\n"
    "    u8 reducing; /* next() was asked for enough, not for all */\n"
    "    u8 failed;   /* a step had no successor: it stands for nobody else's steps */\n    int scratch;\n"
    "    u32 sender, sender_action, sender_target, sender_single; /* of a handshake */\n"
    "    int message[MESSAGE_FIELDS];\n"
    "    FRAME_OFFSETS\n"
    "    ASKING\n"
    "};\n";

static const char runtime[] =
    "static int index_of(struct run *r, int i, int length, u32 fault) {\n"
    "    if (i >= 0 && i < length) return i;\n"
    "    r->fault = fault;\n    return 0;\n}\n"
    "static int divide(struct run *r, int a, int b, u32 fault) {\n"
    "    if (b == 0) { r->fault = fault; return 0; }\n"
    "    return b == -1 ? (int)(0u - (u32)a) : a / b;\n}\n"
    "static int modulo(struct run *r, int a, int b, u32 fault) {\n"
    "    if (b == 0) { r->fault = fault; return 0; }\n"
    "    return b == -1 ? 0 : a % b;\n}\n"
    "static int shift_left(int a, int b) { return (int)((u32)a << (b & 31)); }\n"
    "static int shift_right(int a, int b) { return a >> (b & 31); }\n"
    "static u32 location_at(const u8 *bytes, int offset) {\n"
    "    if (offset < 0) return ~0u;\n"
    "    return wide_location[bytes[offset]] ? *(const u16 *)(bytes + offset + 2) : bytes[offset + 1];\n}\n"
    "static void set_location(u8 *frame, u32 target) {\n"
    "    if (wide_location[frame[0]]) *(u16 *)(frame + 2) = (u16)target;\n"
    "    else frame[1] = (u8)target;\n}\n"
    "static int remote(struct run *r, int pid, u32 type) {\n"
    "    if (pid < 0 || pid >= ((const struct Now *)r->s)->_nr_pr) return -1;\n"
    "    return r->s[FRAME_OFFSET(pid)] == type ? (int)FRAME_OFFSET(pid) : -1;\n}\n"
    "static int first_of(struct run *r, u32 type) {\n"
    "    for (int pid = 0; pid < ((const struct Now *)r->s)->_nr_pr; pid++)\n"
    "        if (r->s[FRAME_OFFSET(pid)] == type) return FRAME_OFFSET(pid);\n"
    "    return -1;\n}\n"
    "static const u8 no_frame[FRAME_ROOM] = {0};\n"
    "static const u8 *remote_frame(const u8 *bytes, int offset) { return offset < 0 ? no_frame : bytes + offset; }\n"
    "static int pc_value(struct run *r, int pid) {\n"
    "    if (pid < 0 || pid >= ((const struct Now *)r->s)->_nr_pr) return 0;\n"
    "    return location_at(r->s, FRAME_OFFSET(pid));\n}\n"
    "static int find_channel(struct run *r, u32 c, u32 *offset) {\n"
    "    *offset = 0;\n"
    "    if (c == 0) return -1;\n"
    "    c--;\n"
    "    if (c < GLOBAL_CHANNELS) { *offset = global_channel_offset[c]; return global_channel_shape[c]; }\n"
    "    c -= GLOBAL_CHANNELS;\n"
    "    for (int pid = 0; pid < ((const struct Now *)r->s)->_nr_pr; pid++) {\n"
    "        u32 type = r->s[FRAME_OFFSET(pid)];\n"
    "        if (c < local_channels[type]) {\n"
    "            *offset = FRAME_OFFSET(pid) + local_channel_offset[type][c];\n"
    "            return local_channel_shape[type][c];\n"
    "        }\n"
    "        c -= local_channels[type];\n"
    "    }\n"
    "    return -1;\n}\n"
    "static u32 channel_offset(struct run *r, u32 c) { u32 o; find_channel(r, c, &o); return o; }\n"
    "static int channel_shape(struct run *r, u32 c) { u32 o; return find_channel(r, c, &o); }\n"
    "static void begin(struct run *r) {\n"
    "    r->t = r->sink->room;\n    COPY_STATE(r->t, r->s, r->size);\n"
    "    r->successor_size = r->size;\n    BEGIN_CODE;\n}\n"
    "static u32 take_fault(struct run *r) { u32 fault = r->fault; r->fault = 0; return fault; }\n"
    "static void emit_step(struct run *r, const void *state, u32 size, u32 pid, u32 action, u32 partner, u32 reply,\n"
    "                      u32 holder, u32 single, u32 ends) {\n"
    "    struct step step;\n"
    "    step.action = action; step.reply = reply; step.actor = (u16)pid; step.partner = (u16)partner;\n"
    "    step.holder = (u16)holder; step.passing = single && r->reducing && holder == NOBODY && !r->fault;\n"
    "    step.ends = (u8)ends; step.fault = r->fault; step.labels = 0;\n"
    "    r->fault = 0;\n"
    "    r->count++;\n"
    "    r->sink->emit(r->sink->context, state, size, &step);\n}\n"
    "/* The successor is complete. */\n"
    "static void done(struct run *r, u32 pid, u32 action, u32 holder, u32 single) {\n"
    "    SET_LAST(pid);\n    END_CODE;\n"
    "    emit_step(r, r->t, r->successor_size, pid, action, NOBODY, NO_ACTION, holder, single, 0);\n}\n"
    "/* Something went wrong before there was a successor. */\n"
    "static void fail(struct run *r, u32 pid, u32 action) {\n    r->failed = 1;\n"
    "    emit_step(r, r->s, r->size, pid, action, NOBODY, NO_ACTION, NOBODY, 0, 1);\n}\n"
    "static void handshake_done(struct run *r, u32 pid, u32 action, u32 holder, u32 single) {\n"
    "    SET_LAST(pid);\n    END_CODE;\n"
    "    emit_step(r, r->t, r->successor_size, r->sender, r->sender_action, pid, action, holder,\n"
    "              single | r->sender_single, 0);\n}\n"
    "static void begin_handshake(struct run *r) {\n"
    "    begin(r);\n"
    "    set_location(r->t + FRAME_OFFSET(r->sender), r->sender_target);\n}\n"
    "static void receives(struct run *r, unsigned pid, unsigned c, unsigned fields);\n"
    "static void moves(struct run *r, unsigned pid);\n"
    "static void handshake(struct run *r, u32 pid, unsigned c, unsigned fields, u32 action, u32 target,\n"
    "                      u32 single) {\n"
    "    r->sender = pid; r->sender_action = action; r->sender_target = target; r->sender_single = single;\n"
    "    for (int i = ((const struct Now *)r->s)->_nr_pr - 1; i >= 0; i--)\n"
    "        if ((u32)i != pid) receives(r, i, c, fields);\n}\n";

/* Brent's algorithm: the state is compared with one that was kept after 2, 4, 8 .. rounds. Most loops are short. */
static const char laps[] =
    "enum { LAPS_FREE = 64 };\n"
    "struct laps { u64 rounds, next; u32 at; u8 state[STATE_ROOM]; };\n"
    "static int comes_back(struct run *r, struct laps *laps, u32 at) {\n"
    "    if (++laps->rounds < LAPS_FREE) return 0;\n"
    "    if (laps->rounds > LAPS_FREE && laps->at == at && !memcmp(laps->state, r->t, r->successor_size)) return 1;\n"
    "    if (laps->rounds < laps->next) return 0;\n"
    "    laps->next *= 2; laps->at = at;\n"
    "    memcpy(laps->state, r->t, r->successor_size);\n    return 0;\n}\n";

/* In a function of a process: a new successor, and where its globals and the own frame lie. */
static const char beginnings[] =
    "#define BEGIN_STEP() (begin(r), tn = (struct Now *)r->t, tm = (__typeof__(tm))(r->t + FRAME_OFFSET(pid)))\n"
    "#define BEGIN_HANDSHAKE() (begin_handshake(r), tn = (struct Now *)r->t, tm = (__typeof__(tm))(r->t + "
    "FRAME_OFFSET(pid)))\n";

static const char enabled_functions[] =
    "static void emit_nothing(void *c, const void *s, u32 n, const struct step *t) { (void)c; (void)s; (void)n; "
    "(void)t; "
    "}\n"
    "static int enabled(struct run *r, int pid, u32 fault) {\n"
    "    if (pid < 0 || pid >= ((const struct Now *)r->s)->_nr_pr) return 0;\n"
    "    struct run probe = *r;\n"
    "    u8 buffer[STATE_ROOM];\n    struct sink nowhere = {buffer, emit_nothing, 0};\n"
    "    probe.t = buffer; probe.sink = &nowhere; probe.count = 0;\n"
    "    probe.asker = r; probe.asked = pid; probe.circular = 0;\n"
    "    for (struct run *a = r; a; a = a->asker)\n"
    "        if (a->asked == pid) probe.circular = 1;\n"
    "    END_CODE; /* the probe has its own `now` */\n"
    "    if (!probe.circular) moves(&probe, pid);\n    BEGIN_CODE;\n"
    "    if (!probe.circular) return probe.count != 0;\n"
    "    r->circular = 1; r->fault = fault;\n    return 0;\n}\n";

static size_t largest_message(const struct layout *layout) {
    size_t most = 1;
    for (size_t i = 0; i < layout->shapes.count; i++)
        if (layout->shapes.items[i].fields.count > most) most = layout->shapes.items[i].fields.count;
    return most;
}

/* What the text declares is what the program does. */
static void emit_layout_assertion(struct generator *g, const char *what, size_t value) {
    emit(g, "_Static_assert(%s == %zu, \"%s\");\n", what, value, what);
}

#define MEMBER(text, theirs, ours, member)                                                                             \
    emit_layout_assertion(g, "__builtin_offsetof(struct " text ", " theirs ")", offsetof(struct ours, member))

static void emit_layout_assertions(struct generator *g) {
    emit_layout_assertion(g, "sizeof(struct step)", sizeof(struct ts_step));
    MEMBER("step", "action", ts_step, action);
    MEMBER("step", "reply", ts_step, reply);
    MEMBER("step", "actor", ts_step, actor);
    MEMBER("step", "partner", ts_step, partner);
    MEMBER("step", "holder", ts_step, holder);
    MEMBER("step", "passing", ts_step, passing);
    MEMBER("step", "ends", ts_step, ends);
    MEMBER("step", "fault", ts_step, fault);
    MEMBER("step", "labels", ts_step, labels);
    emit_layout_assertion(g, "sizeof(struct sink)", sizeof(struct ts_sink));
    MEMBER("sink", "room", ts_sink, room);
    MEMBER("sink", "emit", ts_sink, emit);
    MEMBER("sink", "context", ts_sink, context);
    MEMBER("sink", "unwanted", ts_sink, unwanted);
    emit_layout_assertion(g, "sizeof(struct code)", sizeof(struct model_code));
    MEMBER("code", "initial", model_code, initial);
    MEMBER("code", "next", model_code, next);
    MEMBER("code", "next_in_place", model_code, next_in_place);
    MEMBER("code", "marks", model_code, marks);
    MEMBER("code", "claim", model_code, claim);
    MEMBER("code", "atoms", model_code, atoms);
    MEMBER("code", "spawn", model_code, spawn);
}

void emit_prelude(struct generator *g) {
    text_add(&g->out, prelude);
    emit(g,
         "enum { NOBODY = 0x%x, EVERYBODY = 0x%x, ENOUGH = 0x%x };\nstatic const u32 NO_ACTION = %uu;\n"
         "enum { VALID_END = %d, ACCEPTING = %d, PROGRESS = %d };\n"
         "enum { SAFE = %d, SINGLE = %d, CALM = %d, RUNS = %d };\n",
         TS_NOBODY, TS_EVERYBODY, TS_ENOUGH, TS_NO_ACTION, TS_VALID_END, TS_ACCEPTING, TS_PROGRESS, LOCATION_SAFE,
         LOCATION_SINGLE, LOCATION_CALM, LOCATION_RUNS);
    emit_layout_assertions(g);
}

/* Where each process's frame lies: found out for every state, unless it is always at the same place. */
static void emit_frame_offsets(struct generator *g) {
    if (!g->in.layout->fixed_frames) {
        emit(g,
             "#define FRAME_OFFSETS u32 offset[256];\n#define FRAME_OFFSET(pid) (r->offset[pid])\n"
             "#define FIND_FRAMES(r) do { u32 at = %u;\\\n"
             "    unsigned n = ((const struct Now *)r->s)->_nr_pr;\\\n"
             "    for (unsigned i = 0; i < n; i++) { r->offset[i] = at; at += frame_size[r->s[at]]; } } while (0)\n",
             g->in.layout->globals.size);
        return;
    }
    uint32_t offset = g->in.layout->globals.size;
    emit(g, "#define FRAME_OFFSETS\n#define FRAME_OFFSET(pid) (frame_offset[pid])\n#define FIND_FRAMES(r) ((void)0)\n"
            "static const u32 frame_offset[256] = {");
    for (size_t i = 0; i < g->in.model->proctypes.count; i++) /* in the order in which initial() creates them */
        for (unsigned k = 0; k < g->in.model->proctypes.items[i]->active; k++) {
            emit(g, "%u,", offset);
            offset += g->in.layout->frames[i].size;
        }
    emit(g, "};\n");
}

/* A size that the compiler knows spares a call, if it is small enough for a few instructions. */
static void emit_copying(struct generator *g) {
    enum { SMALL_SIZE = 256 };
    uint32_t size = g->in.layout->initial_size;
    if (g->in.layout->fixed_frames && size <= SMALL_SIZE)
        emit(g,
             "#define COPY_STATE(to, from, size) \\\n"
             "    ((size) == %u ? memcpy(to, from, %u) : memcpy(to, from, size))\n",
             size, size);
    else
        emit(g, "#define COPY_STATE(to, from, size) memcpy(to, from, size)\n");
}

/* Whether a process can move may be asked while that very question is being answered: who asks is remembered. */
static void emit_asking(struct generator *g) {
    bool asks = g->in.model->uses_enabled || g->in.model->uses_priority;
    emit(g, "#define ASKING %s\n", asks ? "struct run *asker; int asked; u8 circular;" : "");
    emit(g, "#define NOBODY_ASKS(r) %s\n", asks ? "(r->asker = 0, r->asked = -1, r->circular = 0)" : "((void)0)");
}

void emit_runtime(struct generator *g) {
    uint32_t frame_room = 4;
    for (size_t i = 0; i < g->in.model->proctypes.count; i++)
        if (g->in.layout->frames[i].size > frame_room) frame_room = g->in.layout->frames[i].size;
    emit(g, "enum { MESSAGE_FIELDS = %zu, STATE_ROOM = %u, FRAME_ROOM = %u };\n", largest_message(g->in.layout),
         g->in.layout->max_size, frame_room);
    emit(g, "#define SET_LAST(pid) %s\n",
         g->in.layout->last_offset ? "(((struct Now *)r->t)->_last = (pid))" : "((void)0)");
    emit_frame_offsets(g);
    emit_asking(g);
    text_add(&g->out, run_structure);
    emit_embedded_calls(g);
    emit_copying(g);
    text_add(&g->out, runtime);
    text_add(&g->out, laps);
    text_add(&g->out, beginnings);
    if (g->in.model->uses_enabled || g->in.model->uses_priority) text_add(&g->out, enabled_functions);
    if (g->in.model->uses_priority)
        emit(g,
             "static int get_priority(struct run *r, int pid) {\n"
             "    if (pid < 0 || pid >= ((const struct Now *)r->s)->_nr_pr) return 0;\n"
             "    return r->s[FRAME_OFFSET(pid) + %u];\n}\n",
             g->in.layout->priority_offset);
}
