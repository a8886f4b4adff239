#include "cfront/library/services.h"
#include "cfront/lower/call.h"
#include "cfront/lower/idle_hook.h"
#include "cfront/program/identifiers.h"

static expression alarm_base_field(struct front *front, expression pointer, unsigned index, struct place place) {
    const struct c_type *record = pointer->type->target;
    if (!record || record->kind != C_RECORD || index >= record->count) return NULL;
    const struct c_field *field = &record->fields[index];
    expression member = build_member(front, build_dereference(front, pointer, false, place), field, place);
    return build_address(front, member, type_pointer_to(front, field->type), place);
}

expression call_service(struct lower *lower, const struct call *call, const struct service *service) {
    struct front *front = lower->front;
    expression *values = call_values(lower, call);
    expression *ins = arena_new_array(front->arena, expression, SERVICE_PARAMETERS);
    expression *outs = arena_new_array(front->arena, expression, SERVICE_PARAMETERS);
    unsigned in_count = 0, out_count = 0;
    for (unsigned i = 0; i < SERVICE_PARAMETERS && i < call->count; i++) {
        enum service_parameter kind = service->parameters[i];
        CXCursor parameter = front->clang.Cursor_getArgument(call->symbol->cursor, i);
        if (kind == SERVICE_IN && !front->clang.Cursor_isNull(parameter))
            identifiers_check(front, call->arguments[i], front->clang.getCursorType(parameter));
        if (kind == SERVICE_OUT || kind == SERVICE_IN_OUT) outs[out_count++] = values[i];
        if (kind == SERVICE_IN) ins[in_count++] = values[i];
        if (kind == SERVICE_IN_OUT)
            ins[in_count++] = build_load(front, build_dereference(front, values[i], false, call->place), call->place);
        for (unsigned j = 0; kind == SERVICE_ALARM_BASE && j < 3; j++)
            outs[out_count++] = alarm_base_field(front, values[i], j, call->place);
    }
    expression target = call_destination(lower, call);
    struct c_instruction *instruction = lower_emit(lower, C_SERVICE, call->place);
    instruction->service = service->service;
    instruction->target = target;
    instruction->arguments = ins, instruction->argument_count = in_count;
    instruction->outputs = outs, instruction->output_count = out_count;
    instruction->text = service->name;
    instruction->regard = call_regard(call, target);
    if (service->service == OSEK_StartOS) {
        front->program->calls_start = true;
        idle_hook_run(lower, call->place);
    }
    return call_result(lower, call, target);
}
