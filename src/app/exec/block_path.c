#include "app/exec/block_path.h"

#include "app/exec/path.h"

#include <string.h>

static uint32_t block_of(const struct c_object *heap, uint32_t offset) { return offset / heap->type->target->size; }

static struct block_view *find(const struct block_views *views, const struct c_object *heap, uint32_t block) {
    for (size_t i = 0; i < views->list.count; i++)
        if (views->list.items[i].heap == heap && views->list.items[i].block == block) return &views->list.items[i];
    return NULL;
}

static void set(struct block_views *views, const struct c_object *heap, uint32_t block, const struct c_type *record) {
    struct block_view *view = find(views, heap, block);
    if (view)
        view->record = record;
    else
        vec_push(&views->list, (struct block_view){heap, block, record});
}

void block_views_write(struct block_views *views, const struct c_object *heap, uint32_t offset,
                       const struct c_expression *target) {
    const struct c_expression *root = target ? c_root(target) : NULL;
    if (!root || root->kind != C_DEREFERENCE || root->type->kind != C_RECORD || root->type->is_block) return;
    if (root->type->size) set(views, heap, block_of(heap, offset), root->type);
}

void block_views_forget(struct block_views *views, const struct c_object *heap, uint32_t offset) {
    set(views, heap, block_of(heap, offset), NULL);
}

void block_views_free(struct block_views *views) { vec_free(&views->list); }

/* As an element of an array of such. */
static void print_element(uint32_t offset, const struct c_type *type, struct text *out) {
    if (type->size && offset % type->size == 0)
        text_printf(out, "[%u]", offset / type->size);
    else
        text_printf(out, ".(byte %u)", offset);
}

void block_path_print(const struct block_views *views, const struct c_object *heap, uint32_t offset,
                      const struct c_type *type, const struct c_field *bits, struct text *out) {
    uint32_t block = block_of(heap, offset), inside = offset % heap->type->target->size;
    const struct block_view *view = find(views, heap, block);
    const struct c_type *record = view ? view->record : NULL;
    uint32_t index = record ? inside / record->size : 0;
    text_printf(out, "heap_%s[%u]", heap->name + strlen(C_HEAP_PREFIX), block);
    /* What lies behind the structure may be another one, or just bytes. */
    if (!record || (index && !bits && !path_leads_to(record, inside % record->size, type))) {
        print_element(inside, type, out);
        return;
    }
    if (index) text_printf(out, "[%u]", index);
    path_print_part(record, inside % record->size, type, bits, out);
}
