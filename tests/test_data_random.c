/* SPDX-License-Identifier: MIT */
/*
 * Values through the library, held against a reader and a writer that know
 * nothing of it: they are written from the specification's [Alignment and
 * Size], [Structure Member Layout] and [Internal Layout of Values], for types
 * that are made up here.
 */
#include "table.h"

#include <math.h>

/* --------------------------------------------------------------- dice rolls */

static uint64_t dice;

static uint32_t roll(uint32_t sides)
{
    dice = dice * UINT64_C(6364136223846793005) + UINT64_C(1442695040888963407);
    return (uint32_t)(dice >> 33) % sides;
}

/* ----------------------------------------------------------- types, made up */

enum kind { LEAF, ARRAY, STRUCT };

typedef struct model model;

typedef struct member {
    const model *type;
    uint32_t offset;
} member;

/* The shape, align and size of a type, by the specification. */
struct model {
    enum kind kind;
    char scalar; /* of a leaf: i, u, f, h */
    bool atomic;
    uint32_t columns; /* 1 if it is no matrix */
    uint32_t rows;    /* 1 if it is a scalar */
    uint32_t align;
    uint32_t size;
    uint32_t stride; /* of an array; of the columns of a leaf */
    uint32_t count;  /* of elements or members */
    const model *element;
    member members[8];
    char name[128];
};

static model models[4096];
static size_t model_count;
static char source[1 << 16];

static model *new_model(enum kind kind)
{
    model *const m = &models[model_count++];

    assert_true(model_count <= ROWS(models));
    memset(m, 0, sizeof *m);
    m->kind = kind;
    return m;
}

static uint32_t round_up(uint32_t align, uint32_t n)
{
    return (n + align - 1) / align * align;
}

static uint32_t scalar_size(char scalar)
{
    return scalar == 'h' ? 2 : 4;
}

/* `kind_of` counts through all scalars, vectors, matrices and atomics. */
enum { LEAF_KINDS = 4 * 4 + 2 * 9 + 2 };

static const char *scalar_name(char scalar)
{
    return scalar == 'i' ? "i32" : scalar == 'u' ? "u32" : scalar == 'f' ? "f32"
                                                                        : "f16";
}

static void shape_leaf(model *m, uint32_t kind_of)
{
    m->columns = m->rows = 1;
    if (kind_of < 16) {
        m->scalar = "iufh"[kind_of % 4];
        m->rows = kind_of / 4 + 1;
    } else if (kind_of < 34) {
        m->scalar = "fh"[kind_of % 2];
        m->columns = (kind_of - 16) / 6 + 2;
        m->rows = (kind_of - 16) / 2 % 3 + 2;
    } else {
        m->scalar = "iu"[kind_of % 2];
        m->atomic = true;
    }
}

static model *make_leaf(uint32_t kind_of)
{
    model *const m = new_model(LEAF);
    uint32_t bytes;

    shape_leaf(m, kind_of);
    bytes = scalar_size(m->scalar);
    m->align = bytes * (m->rows == 3 ? 4 : m->rows);
    m->stride = round_up(m->align, bytes * m->rows);
    m->size = m->columns > 1 ? m->columns * m->stride : bytes * m->rows;
    if (m->columns > 1)
        snprintf(m->name, sizeof m->name, "mat%ux%u<%s>", (unsigned)m->columns,
                 (unsigned)m->rows, scalar_name(m->scalar));
    else if (m->rows > 1)
        snprintf(m->name, sizeof m->name, "vec%u<%s>", (unsigned)m->rows,
                 scalar_name(m->scalar));
    else
        snprintf(m->name, sizeof m->name, m->atomic ? "atomic<%s>" : "%s",
                 scalar_name(m->scalar));
    return m;
}

static model *make_array(const model *element, uint32_t count)
{
    model *const m = new_model(ARRAY);
    char inner[sizeof m->name];

    m->element = element;
    m->count = count;
    m->align = element->align;
    m->stride = round_up(element->align, element->size);
    m->size = m->stride * count;
    memcpy(inner, element->name, sizeof inner);
    snprintf(m->name, sizeof m->name, "array<%.100s, %u>", inner,
             (unsigned)count);
    return m;
}

/* The struct's declaration goes to the source; members are a, b, c, ... */
static model *start_struct(void)
{
    model *const m = new_model(STRUCT);

    m->align = 1;
    snprintf(m->name, sizeof m->name, "S%u", (unsigned)model_count);
    return m;
}

static void add_member(model *s, const model *type, char *text)
{
    uint32_t align = type->align;
    uint32_t size = type->size;

    if (roll(8) == 0) {
        align <<= roll(3);
        sprintf(text + strlen(text), "@align(%u) ", (unsigned)align);
    }
    if (roll(8) == 0) {
        size += roll(20);
        sprintf(text + strlen(text), "@size(%u) ", (unsigned)size);
    }
    sprintf(text + strlen(text), "%c: %s, ", (int)('a' + s->count), type->name);
    s->members[s->count].type = type;
    s->members[s->count].offset = round_up(align, s->size);
    s->size = s->members[s->count++].offset + size;
    if (align > s->align)
        s->align = align;
}

static void finish_struct(model *s, const char *text)
{
    s->size = round_up(s->align, s->size);
    sprintf(source + strlen(source), "struct %s { %s}\n", s->name, text);
    assert_true(strlen(source) < sizeof source - 2048);
}

static model *make_struct(uint32_t depth);

static const model *make_type(uint32_t depth)
{
    const uint32_t pick = depth > 0 ? roll(4) : 3;

    if (pick == 0)
        return make_struct(depth - 1);
    if (pick == 1)
        return make_array(make_type(depth - 1), roll(4) + 1);
    return make_leaf(roll(LEAF_KINDS));
}

static model *make_struct(uint32_t depth)
{
    const uint32_t count = roll(depth > 2 ? 4 : 6) + 1;
    const model *types[8];
    char text[1024] = "";
    model *s;

    for (uint32_t i = 0; i < count; i++)
        types[i] = make_type(depth);
    s = start_struct();
    for (uint32_t i = 0; i < count; i++)
        add_member(s, types[i], text);
    finish_struct(s, text);
    return s;
}

/* ---------------------------------------------------- numbers, byte by byte */

static void put_little(unsigned char *at, uint64_t bits, uint32_t size)
{
    for (uint32_t i = 0; i < size; i++)
        at[i] = (unsigned char)(bits >> 8 * i);
}

static uint64_t get_little(const unsigned char *at, uint32_t size)
{
    uint64_t bits = 0;

    for (uint32_t i = 0; i < size; i++)
        bits |= (uint64_t)at[i] << 8 * i;
    return bits;
}

/* Sign, exponent, fraction of a number that the format has exactly. */
static uint64_t float_bits(double value, int exponent_bits, int fraction_bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const uint64_t sign = copysign(1, value) < 0;
    int exponent;
    double fraction;

    if (value == 0)
        return sign << (exponent_bits + fraction_bits);
    fraction = frexp(fabs(value), &exponent) * 2 - 1;
    return sign << (exponent_bits + fraction_bits) |
           (uint64_t)(exponent - 1 + bias) << fraction_bits |
           (uint64_t)ldexp(fraction, fraction_bits);
}

static double float_value(uint64_t bits, int exponent_bits, int fraction_bits)
{
    const int bias = (1 << (exponent_bits - 1)) - 1;
    const int exponent =
        (int)(bits >> fraction_bits) & ((1 << exponent_bits) - 1);
    const double fraction = ldexp(
        (double)(bits & ((UINT64_C(1) << fraction_bits) - 1)), -fraction_bits);
    const double value =
        exponent == 0 ? ldexp(fraction, 1 - bias)
                      : ldexp(1 + fraction, exponent - bias);

    return bits >> (exponent_bits + fraction_bits) != 0 ? -value : value;
}

static void put_scalar(unsigned char *at, char scalar, double value)
{
    if (scalar == 'f')
        put_little(at, float_bits(value, 8, 23), 4);
    else if (scalar == 'h')
        put_little(at, float_bits(value, 5, 10), 2);
    else
        put_little(at, (uint64_t)(int64_t)value, 4);
}

static double get_scalar(const unsigned char *at, char scalar)
{
    if (scalar == 'f')
        return float_value(get_little(at, 4), 8, 23);
    if (scalar == 'h')
        return float_value(get_little(at, 2), 5, 10);
    if (scalar == 'i')
        return (double)(int32_t)(uint32_t)get_little(at, 4);
    return (double)get_little(at, 4);
}

/* ------------------------------------------------------------- numbers in C */

/* Each host type with the numbers that all of its partners have exactly. */
typedef struct host_row {
    uint32_t host;
    uint32_t size;
    const char *scalars; /* that it converts to */
    int lowest;
    int highest;
} host_row;

static const host_row hosts[] = {
    {WLAY_HOST_F32, sizeof(float), "fh", -2048, 2048},
    {WLAY_HOST_F64, sizeof(double), "fh", -2048, 2048},
    {WLAY_HOST_F16, sizeof(uint16_t), "fh", -2048, 2048},
    {WLAY_HOST_I32, sizeof(int32_t), "i", INT32_MIN, INT32_MAX},
    {WLAY_HOST_I32, sizeof(int32_t), "u", 0, INT32_MAX},
    {WLAY_HOST_U32, sizeof(uint32_t), "iu", 0, INT32_MAX},
    {WLAY_HOST_I8, sizeof(int8_t), "i", INT8_MIN, INT8_MAX},
    {WLAY_HOST_I8, sizeof(int8_t), "u", 0, INT8_MAX},
    {WLAY_HOST_U8, sizeof(uint8_t), "iu", 0, UINT8_MAX},
    {WLAY_HOST_I16, sizeof(int16_t), "i", INT16_MIN, INT16_MAX},
    {WLAY_HOST_I16, sizeof(int16_t), "u", 0, INT16_MAX},
    {WLAY_HOST_U16, sizeof(uint16_t), "iu", 0, UINT16_MAX},
    {WLAY_HOST_I64, sizeof(int64_t), "i", INT32_MIN, INT32_MAX},
    {WLAY_HOST_I64, sizeof(int64_t), "u", 0, INT32_MAX},
    {WLAY_HOST_U64, sizeof(uint64_t), "iu", 0, INT32_MAX},
    {WLAY_HOST_BOOL, sizeof(bool), "iu", 0, 1},
};

#define PUT_AS(type)                      \
    do {                                  \
        const type number = (type)value;  \
                                          \
        memcpy(at, &number, sizeof number); \
    } while (0)

static void put_host(unsigned char *at, uint32_t host, double value)
{
    const uint16_t half = (uint16_t)float_bits(value, 5, 10);

    switch (host) {
    case WLAY_HOST_F32: PUT_AS(float); break;
    case WLAY_HOST_F64: PUT_AS(double); break;
    case WLAY_HOST_F16: memcpy(at, &half, sizeof half); break;
    case WLAY_HOST_I32: PUT_AS(int32_t); break;
    case WLAY_HOST_U32: PUT_AS(uint32_t); break;
    case WLAY_HOST_I8: PUT_AS(int8_t); break;
    case WLAY_HOST_U8: PUT_AS(uint8_t); break;
    case WLAY_HOST_I16: PUT_AS(int16_t); break;
    case WLAY_HOST_U16: PUT_AS(uint16_t); break;
    case WLAY_HOST_I64: PUT_AS(int64_t); break;
    case WLAY_HOST_U64: PUT_AS(uint64_t); break;
    case WLAY_HOST_BOOL: PUT_AS(bool); break;
    default: fail();
    }
}

static const host_row *roll_host(char scalar)
{
    const host_row *row;

    do
        row = &hosts[roll(ROWS(hosts))];
    while (strchr(row->scalars, scalar) == NULL);
    return row;
}

static double roll_number(const host_row *row)
{
    const double span = (double)row->highest - (double)row->lowest;
    const double number =
        row->lowest + floor(span * (double)roll(1 << 20) / (1 << 20) + 0.5);

    return row->highest == 2048 ? number / (double)(1 << roll(4)) : number;
}

/* ---------------------------------------------------------------- one place */

/* Numbers of a leaf, or of an array of leaves, in both memories. */
typedef struct place {
    const host_row *host;
    uint32_t flags;
    char scalar;
    unsigned char *gpu;   /* of the place, as it has to become */
    unsigned char *values; /* host data */
    size_t value_size;
    bool zero;
} place;

/* Rolls numbers and puts them down on both sides, by the specification. */
static void put_leaf(place *p, const model *m, uint32_t at)
{
    unsigned char *const host = p->values + p->value_size;

    if (p->zero && m->columns > 1)
        memset(p->gpu + at, 0, m->size);
    for (uint32_t c = 0; c < m->columns; c++) {
        for (uint32_t r = 0; r < m->rows; r++) {
            const bool by_rows = (p->flags & WLAY_HOST_ROW_MAJOR) != 0;
            const uint32_t index =
                by_rows ? r * m->columns + c : c * m->rows + r;
            const double number = roll_number(p->host);
            unsigned char *const gpu =
                p->gpu + at + c * m->stride + r * scalar_size(m->scalar);

            put_host(host + index * p->host->size, p->host->host, number);
            put_scalar(gpu, m->scalar, number);
            assert_true(get_scalar(gpu, m->scalar) == number);
        }
    }
    p->value_size += (size_t)m->columns * m->rows * p->host->size;
}

static void put_place(place *p, const model *m, uint32_t at)
{
    if (m->kind == LEAF) {
        put_leaf(p, m, at);
        return;
    }
    if (p->zero)
        memset(p->gpu + at, 0, m->size);
    for (uint32_t i = 0; i < m->count; i++)
        put_place(p, m->element, at + i * m->stride);
}

static const model *leaf_of(const model *m)
{
    while (m->kind == ARRAY)
        m = m->element;
    return m;
}

/* ------------------------------------------------------------- a whole type */

enum { MEMORY = 1 << 20 };

static unsigned char memory[MEMORY + 8];   /* what the library writes */
static unsigned char expected[MEMORY + 8]; /* what it has to become */
static unsigned char values[MEMORY];
static unsigned char read_back[MEMORY];
static size_t places;

typedef struct subject {
    const wlay_type *type;
    unsigned char *memory; /* somewhere, aligned to nothing */
    unsigned char *expected;
    size_t size;
} subject;

static void check_place(const subject *s, const model *m, uint32_t at,
                        const char *path)
{
    place p = {roll_host(leaf_of(m)->scalar), 0, 0, s->expected + at, values,
               0, roll(2) == 0};
    uint32_t host = p.host->host;

    p.scalar = leaf_of(m)->scalar;
    if (roll(2) == 0)
        p.flags = WLAY_HOST_ROW_MAJOR;
    put_place(&p, m, 0);
    host |= p.flags | (p.zero ? WLAY_HOST_ZERO_PADDING : 0);
    assert_int_equal(wlay_store_path(s->memory, s->size, s->type, path,
                                     WLAY_STRLEN, host, values, p.value_size),
                     WLAY_OK);
    memset(read_back, 0x77, p.value_size + 1);
    assert_int_equal(wlay_load_path(s->expected, s->size, s->type, path,
                                    WLAY_STRLEN, host, read_back,
                                    p.value_size),
                     WLAY_OK);
    assert_memory_equal(read_back, values, p.value_size);
    assert_int_equal(read_back[p.value_size], 0x77);
    places++;
}

static void check_model(const subject *s, const model *m, uint32_t at,
                        const char *path)
{
    char longer[256];

    if (leaf_of(m)->kind == LEAF && (m->kind == LEAF || roll(2) == 0)) {
        check_place(s, m, at, path);
        return;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->kind == ARRAY) {
            snprintf(longer, sizeof longer, "%.200s[%u]", path, (unsigned)i);
            check_model(s, m->element, at + i * m->stride, longer);
        } else {
            snprintf(longer, sizeof longer, "%.200s.%c", path,
                     (int)('a' + i));
            check_model(s, m->members[i].type, at + m->members[i].offset,
                        longer);
        }
    }
}

static wlay_module *parse_source(void)
{
    static char text[sizeof source + 32];

    snprintf(text, sizeof text, "enable f16;\n%s", source);
    return parse_valid(text, NULL);
}

static subject start_subject(const wlay_type *type)
{
    const uint32_t shift = roll(8);

    assert_true(type->size <= MEMORY);
    memset(memory, 0xA5, (size_t)type->size + 8);
    memset(expected, 0xA5, (size_t)type->size + 8);
    return (subject){type, memory + shift, expected + shift,
                     (size_t)type->size};
}

static void check_struct(const model *m)
{
    wlay_module *const module = parse_source();
    const wlay_struct *const s =
        wlay_find_struct(module, m->name, WLAY_STRLEN);
    subject all;

    assert_non_null(s);
    assert_int_equal(s->size, m->size);
    all = start_subject(s->type);
    check_model(&all, m, 0, "");
    assert_memory_equal(memory, expected, (size_t)s->size + 8);
    wlay_module_free(module);
}

static void restart(uint64_t seed)
{
    dice = seed;
    model_count = 0;
    source[0] = '\0';
}

/* -------------------------------------------------------------------- tests */

static void each_leaf(void **state)
{
    (void)state;
    places = 0;
    for (uint32_t kind_of = 0; kind_of < LEAF_KINDS; kind_of++) {
        for (uint32_t times = 0; times < 40; times++) {
            char text[1024] = "";
            const model *leaf;
            model *s;

            restart(kind_of * 1000 + times);
            leaf = make_leaf(kind_of);
            s = start_struct();
            add_member(s, leaf, text);
            add_member(s, make_array(leaf, 3), text);
            add_member(s, make_array(make_array(leaf, 2), 2), text);
            add_member(s, make_leaf(2), text);
            finish_struct(s, text);
            check_struct(s);
        }
    }
    assert_true(places > 40 * LEAF_KINDS * 4);
}

static void nested_types(void **state)
{
    (void)state;
    places = 0;
    for (uint64_t seed = 0; seed < 2000; seed++) {
        restart(seed);
        check_struct(make_struct((uint32_t)(seed % 6)));
    }
    assert_true(places > 20000);
}

/* -------------------------------------------------------------------- plans */

enum { RECORDS = 5 };

typedef struct table {
    wlay_host_field fields[4096];
    const model *models[4096];
    uint32_t offsets[4096]; /* on the GPU */
    char paths[4096][64];
    size_t count;
    size_t struct_size;
} table;

static table rows;

static void add_row(const model *m, uint32_t at, const char *path)
{
    const host_row *const host = roll_host(leaf_of(m)->scalar);
    const uint32_t flags = roll(4) == 0 ? WLAY_HOST_ROW_MAJOR : 0;
    place p = {host, flags, 0, expected, values, 0, false};

    assert_true(rows.count < ROWS(rows.fields));
    put_place(&p, m, 0); /* for the size */
    rows.models[rows.count] = m;
    rows.offsets[rows.count] = at;
    strcpy(rows.paths[rows.count], path);
    rows.fields[rows.count] = (wlay_host_field){
        rows.paths[rows.count], 0, p.value_size, host->host | flags};
    rows.count++;
}

static void add_rows(const model *m, uint32_t at, const char *path)
{
    char longer[64];

    if (leaf_of(m)->kind == LEAF && (m->kind == LEAF || roll(2) == 0)) {
        add_row(m, at, path);
        return;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->kind == ARRAY) {
            snprintf(longer, sizeof longer, "%.40s[%u]", path, (unsigned)i);
            add_rows(m->element, at + i * m->stride, longer);
        } else {
            snprintf(longer, sizeof longer, "%.40s%s%c", path,
                     path[0] != '\0' ? "." : "", (int)('a' + i));
            add_rows(m->members[i].type, at + m->members[i].offset, longer);
        }
    }
}

static void swap_rows(size_t a, size_t b)
{
    const wlay_host_field field = rows.fields[a];
    const model *const m = rows.models[a];
    const uint32_t offset = rows.offsets[a];

    rows.fields[a] = rows.fields[b];
    rows.models[a] = rows.models[b];
    rows.offsets[a] = rows.offsets[b];
    rows.fields[b] = field;
    rows.models[b] = m;
    rows.offsets[b] = offset;
}

/* The members of the C struct, some with a gap in front of them; in the order
   of the WGSL type, or in another. */
static void place_rows(bool shuffled)
{
    for (size_t i = rows.count; shuffled && i > 1; i--)
        swap_rows(i - 1, roll((uint32_t)i));
    rows.struct_size = 0;
    for (size_t i = 0; i < rows.count; i++) {
        if (roll(3) == 0)
            rows.struct_size += roll(9);
        rows.fields[i].offset = rows.struct_size;
        rows.struct_size += rows.fields[i].size;
    }
    for (size_t i = rows.count; shuffled && i > 1; i--)
        swap_rows(i - 1, roll((uint32_t)i));
}

static const host_row *host_of(const wlay_host_field *field, char scalar)
{
    for (size_t i = 0; i < ROWS(hosts); i++) {
        if (hosts[i].host == (field->host & 0xff) &&
            strchr(hosts[i].scalars, scalar) != NULL)
            return &hosts[i];
    }
    fail();
    return NULL;
}

/* What the records are, on both sides. */
static void put_records(unsigned char *records, unsigned char *gpu,
                        size_t stride)
{
    for (size_t i = 0; i < RECORDS; i++) {
        for (size_t k = 0; k < rows.count; k++) {
            const wlay_host_field *const field = &rows.fields[k];
            const model *const m = rows.models[k];
            place p = {host_of(field, leaf_of(m)->scalar),
                       field->host & WLAY_HOST_ROW_MAJOR,
                       0,
                       gpu + i * stride + rows.offsets[k],
                       records + i * rows.struct_size + field->offset,
                       0,
                       false};

            put_place(&p, m, 0);
        }
    }
}

/* The padding that a plan which zeroes it leaves must be 0, and all that no
   number stands in is padding. */
static void check_zeroed(const wlay_plan *plan, const unsigned char *records,
                         const unsigned char *wanted, size_t stride)
{
    static unsigned char zeroed[MEMORY];
    static unsigned char filled[MEMORY];
    const size_t size = stride * RECORDS;

    memset(zeroed, 0xA5, size);
    memset(filled, 0x5A, size);
    assert_int_equal(wlay_plan_store(plan, zeroed, size, 0, records, RECORDS),
                     WLAY_OK);
    assert_int_equal(wlay_plan_store(plan, filled, size, 0, records, RECORDS),
                     WLAY_OK);
    assert_memory_equal(zeroed, filled, size);
    for (size_t i = 0; i < size; i++)
        assert_true(zeroed[i] == wanted[i] ||
                    (wanted[i] == 0xA5 && zeroed[i] == 0));
}

static wlay_plan *make_plan(const wlay_type *type, uint32_t flags)
{
    wlay_plan *plan;

    assert_int_equal(wlay_plan_make(type, rows.struct_size, rows.fields,
                                    rows.count,
                                    &(wlay_plan_options){.flags = flags},
                                    &plan),
                     WLAY_OK);
    return plan;
}

static void check_plan(const wlay_type *type)
{
    static unsigned char records[MEMORY];
    static unsigned char loaded[MEMORY];
    const size_t stride = (size_t)type->size;
    const size_t record_bytes = rows.struct_size * RECORDS;
    wlay_plan *plan = make_plan(type, 0);

    assert_true(stride * RECORDS + 3 < MEMORY && record_bytes < MEMORY);
    memset(memory, 0xA5, stride * RECORDS + 8);
    memset(expected, 0xA5, stride * RECORDS + 8);
    memset(records, 0x3C, record_bytes);
    memset(loaded, 0x3C, record_bytes);
    put_records(records, expected + 3, stride);
    assert_int_equal(wlay_plan_store(plan, memory, stride * RECORDS + 3, 3,
                                     records, RECORDS),
                     WLAY_OK);
    assert_memory_equal(memory, expected, stride * RECORDS + 8);
    assert_int_equal(wlay_plan_load(plan, expected, stride * RECORDS + 3, 3,
                                    loaded, RECORDS),
                     WLAY_OK);
    assert_memory_equal(loaded, records, record_bytes);
    wlay_plan_free(plan);

    plan = make_plan(type, WLAY_PLAN_ZERO_PADDING);
    check_zeroed(plan, records, expected + 3, stride);
    wlay_plan_free(plan);

    /* With free padding the values are the same, whatever is between. */
    plan = make_plan(type, WLAY_PLAN_FREE_PADDING);
    assert_int_equal(wlay_plan_store(plan, memory, stride * RECORDS + 3, 3,
                                     records, RECORDS),
                     WLAY_OK);
    wlay_plan_free(plan);
    plan = make_plan(type, 0);
    memset(loaded, 0x3C, record_bytes);
    assert_int_equal(wlay_plan_load(plan, memory, stride * RECORDS + 3, 3,
                                    loaded, RECORDS),
                     WLAY_OK);
    assert_memory_equal(loaded, records, record_bytes);
    wlay_plan_free(plan);
}

static void random_plans(void **state)
{
    (void)state;
    for (uint64_t seed = 0; seed < 1500; seed++) {
        const model *m;
        wlay_module *module;

        restart(seed);
        m = make_struct((uint32_t)(seed % 5));
        if (m->size > 20000)
            continue;
        rows.count = 0;
        add_rows(m, 0, "");
        place_rows(seed % 3 == 0);
        module = parse_source();
        check_plan(wlay_find_struct(module, m->name, WLAY_STRLEN)->type);
        wlay_module_free(module);
    }
}

/* -------------------------------------------------------------------- dumps */

/* The leaves of a type, in the order of their offsets. */
typedef struct leaf {
    const model *type;
    uint32_t offset;
    char path[64];
} leaf;

static leaf leaves[4096];
static size_t leaf_count;
static size_t leaf_next;

static void list_leaves(const model *m, uint32_t at, const char *path)
{
    char longer[64];

    if (m->kind == LEAF) {
        assert_true(leaf_count < ROWS(leaves));
        leaves[leaf_count] = (leaf){m, at, ""};
        strcpy(leaves[leaf_count++].path, path);
        return;
    }
    for (uint32_t i = 0; i < m->count; i++) {
        if (m->kind == ARRAY) {
            snprintf(longer, sizeof longer, "%.40s[%u]", path, (unsigned)i);
            list_leaves(m->element, at + i * m->stride, longer);
        } else {
            snprintf(longer, sizeof longer, "%.40s.%c", path, (int)('a' + i));
            list_leaves(m->members[i].type, at + m->members[i].offset, longer);
        }
    }
}

static void fill_leaf(const leaf *l)
{
    place p = {roll_host(l->type->scalar), 0, 0, expected, values, 0, false};

    put_place(&p, l->type, l->offset);
}

/* Padding has its bits set in `expected`, 0xA5, or was zeroed. */
static bool check_gap(const wlay_datum *datum)
{
    bool zero = true;

    for (uint64_t i = 0; i < datum->piece.size; i++)
        zero = zero && expected[datum->piece.offset + i] == 0;
    assert_int_equal(datum->is_zero, zero);
    return true;
}

static bool check_datum(void *user_data, const wlay_datum *datum)
{
    const leaf *const l = &leaves[leaf_next];
    const model *const m = l->type;
    uint32_t at = 0;

    (void)user_data;
    if (datum->piece.gap != WLAY_GAP_NONE)
        return check_gap(datum);
    assert_true(leaf_next++ < leaf_count);
    assert_string_equal(datum->piece.path.data, l->path);
    assert_int_equal(datum->piece.offset, l->offset);
    assert_int_equal(datum->count, m->columns * m->rows);
    for (uint32_t c = 0; c < m->columns; c++) {
        for (uint32_t r = 0; r < m->rows; r++, at++) {
            const double number = get_scalar(
                expected + l->offset + c * m->stride +
                    r * scalar_size(m->scalar),
                m->scalar);

            if (m->scalar == 'f' || m->scalar == 'h')
                assert_true(datum->scalars.real[at] == number);
            else
                assert_true((double)datum->scalars.integer[at] == number);
        }
    }
    return true;
}

static void random_dumps(void **state)
{
    const wlay_visit_options options = {.gaps = true,
                                        .root_name = {"v", WLAY_STRLEN}};

    (void)state;
    for (uint64_t seed = 0; seed < 1000; seed++) {
        const model *m;
        wlay_module *module;
        wlay_view view = {0};

        restart(seed);
        m = make_struct((uint32_t)(seed % 5));
        if (m->size > 20000)
            continue;
        leaf_count = leaf_next = 0;
        list_leaves(m, 0, "v");
        memset(expected, seed % 2 == 0 ? 0xA5 : 0, m->size);
        for (size_t i = 0; i < leaf_count; i++)
            fill_leaf(&leaves[i]);
        module = parse_source();
        view.type = wlay_find_struct(module, m->name, WLAY_STRLEN)->type;
        assert_int_equal(wlay_dump(expected, m->size, &view, &options,
                                   check_datum, NULL),
                         WLAY_OK);
        assert_int_equal(leaf_next, leaf_count);
        wlay_module_free(module);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(each_leaf),
        cmocka_unit_test(nested_types),
        cmocka_unit_test(random_plans),
        cmocka_unit_test(random_dumps),
    };

    return cmocka_run_group_tests(tests, NULL, NULL);
}
