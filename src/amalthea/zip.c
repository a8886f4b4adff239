/* Read from the central directory (PKWARE's APPNOTE, 4.3.12 and 4.3.16): the local headers may lack sizes. */
#include "amalthea/zip.h"

#include "base/library.h"
#include "base/memory.h"

#include <stdlib.h>
#include <string.h>
#include <zlib.h>

enum {
    END_SIZE = 22,
    ENTRY_SIZE = 46,
    LOCAL_SIZE = 30,
    COMMENT_MOST = 65535,
    STORED = 0,
    DEFLATED = 8,
    ENCRYPTED = 1,
    LARGEST = 512 << 20 /* what a member may become: no model is larger, but bombs are */
};

struct libz {
    int (*begin)(z_streamp stream, int window, const char *version, int size);
    int (*inflate)(z_streamp stream, int flush);
    int (*end)(z_streamp stream);
    uLong (*crc)(uLong crc, const Bytef *bytes, uInt size);
};

static uint32_t number(const unsigned char *at, unsigned bytes) {
    uint32_t value = 0;
    for (unsigned i = 0; i < bytes; i++) value |= (uint32_t)at[i] << (8 * i);
    return value;
}

bool zip_is_archive(const char *bytes, size_t size) { return size >= 4 && memcmp(bytes, "PK\3\4", 4) == 0; }

/* The first entry of the central directory, if it holds exactly one file (folders do not count); else NULL. */
static const unsigned char *only_entry(const unsigned char *bytes, size_t size, const char **why) {
    *why = "its directory is damaged";
    const unsigned char *end = NULL;
    for (size_t back = END_SIZE; back <= size && back <= END_SIZE + COMMENT_MOST && !end; back++)
        if (memcmp(bytes + size - back, "PK\5\6", 4) == 0) end = bytes + size - back;
    if (!end) return NULL;
    unsigned count = number(end + 10, 2);
    size_t at = number(end + 16, 4);
    const unsigned char *found = NULL;
    for (unsigned i = 0; i < count; i++) {
        if (at > size || size - at < ENTRY_SIZE || memcmp(bytes + at, "PK\1\2", 4) != 0) return NULL;
        const unsigned char *entry = bytes + at;
        size_t name = number(entry + 28, 2);
        if (size - at - ENTRY_SIZE < name) return NULL;
        bool is_folder = name > 0 && entry[ENTRY_SIZE + name - 1] == '/';
        if (!is_folder && found) {
            *why = "it holds several files";
            return NULL;
        }
        if (!is_folder) found = entry;
        at += ENTRY_SIZE + name + number(entry + 30, 2) + number(entry + 32, 2);
    }
    if (!found) *why = "it holds no file";
    return found;
}

static const char *expand(const struct libz *z, const unsigned char *from, size_t packed, size_t whole, char *to) {
    z_stream stream = {
        .next_in = (Bytef *)from, .avail_in = (uInt)packed, .next_out = (Bytef *)to, .avail_out = (uInt)whole};
    if (z->begin(&stream, -MAX_WBITS, ZLIB_VERSION, (int)sizeof stream) != Z_OK) return "zlib cannot start";
    int end = z->inflate(&stream, Z_FINISH);
    bool good = end == Z_STREAM_END && stream.total_out == whole;
    z->end(&stream);
    return good ? NULL : "its data are damaged";
}

static const char *extract(const struct libz *z, const unsigned char *bytes, size_t size, struct text *out) {
    const char *why;
    const unsigned char *entry = only_entry(bytes, size, &why);
    if (!entry) return why;
    unsigned method = number(entry + 10, 2);
    size_t packed = number(entry + 20, 4), whole = number(entry + 24, 4), local = number(entry + 42, 4);
    if (number(entry + 8, 2) & ENCRYPTED) return "it is encrypted";
    if (whole > LARGEST) return "its content is too large";
    if (local > size || size - local < LOCAL_SIZE || memcmp(bytes + local, "PK\3\4", 4) != 0) return why;
    size_t data = local + LOCAL_SIZE + number(bytes + local + 26, 2) + number(bytes + local + 28, 2);
    if (data > size || size - data < packed) return "it is cut off";
    if (method != DEFLATED && !(method == STORED && packed == whole)) return "its compression is not deflate";
    char *content = memory_new(whole + 1);
    if (method == STORED)
        memcpy(content, bytes + data, whole), why = NULL;
    else
        why = expand(z, bytes + data, packed, whole, content);
    if (!why && z->crc(z->crc(0, NULL, 0), (const Bytef *)content, (uInt)whole) != number(entry + 16, 4))
        why = "its checksum is wrong";
    if (!why) text_add_n(out, content, whole);
    free(content);
    return why;
}

bool zip_extract(const char *bytes, size_t size, const char *file, struct text *out, struct diagnostics *diagnostics) {
    static const char *const names[] = {"libz.so.1", "libz.so", "libz.1.dylib", NULL};
    struct libz z;
    const struct library_symbol symbols[] = {
        {"inflateInit2_", &z.begin}, {"inflate", &z.inflate}, {"inflateEnd", &z.end}, {"crc32", &z.crc}};
    struct text missing = {0};
    struct place place = {file, 0, 0};
    const char *why = NULL;
    bool loaded = library_open(names, symbols, sizeof symbols / sizeof *symbols, &missing) != NULL;
    if (loaded)
        why = extract(&z, (const unsigned char *)bytes, size, out);
    else
        diag_error(diagnostics, place, "a compressed model needs zlib, which is not there: %s", text_chars(&missing));
    if (why) diag_error(diagnostics, place, "this zip archive cannot be read: %s", why);
    text_free(&missing);
    return loaded && !why;
}
