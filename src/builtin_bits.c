/* SPDX-License-Identifier: MIT */
/* Builtin functions of the bits of i32 and u32. [Numeric Built-in Functions] */
#include "builtin.h"

static uint32_t bits_of(const wlay_value *value)
{
    return (uint32_t)((uint64_t)value->of.integer & UINT32_MAX);
}

/* The position of the highest bit; -1 if there is none. */
static int highest(uint32_t bits)
{
    int at = -1;

    for (; bits != 0; bits >>= 1)
        at++;
    return at;
}

/* The position of the lowest bit; -1 if there is none. */
static int lowest(uint32_t bits)
{
    return highest(bits & (0 - bits));
}

bool wlay_builtin_count_leading_zeros(const wlay_call *call,
                                      const wlay_value *args, wlay_value *out)
{
    return wlay_give_integer(call, 31 - highest(bits_of(&args[0])), out);
}

bool wlay_builtin_count_trailing_zeros(const wlay_call *call,
                                       const wlay_value *args, wlay_value *out)
{
    const int at = lowest(bits_of(&args[0]));

    return wlay_give_integer(call, at < 0 ? 32 : at, out);
}

bool wlay_builtin_count_one_bits(const wlay_call *call, const wlay_value *args,
                                 wlay_value *out)
{
    int64_t count = 0;

    for (uint32_t bits = bits_of(&args[0]); bits != 0; bits &= bits - 1)
        count++;
    return wlay_give_integer(call, count, out);
}

/* In a signed integer, the first bit that is not like its sign. */
bool wlay_builtin_first_leading_bit(const wlay_call *call,
                                    const wlay_value *args, wlay_value *out)
{
    const uint32_t bits = bits_of(&args[0]);

    return wlay_give_integer(
        call, highest(args[0].of.integer < 0 ? ~bits : bits), out);
}

bool wlay_builtin_first_trailing_bit(const wlay_call *call,
                                     const wlay_value *args, wlay_value *out)
{
    return wlay_give_integer(call, lowest(bits_of(&args[0])), out);
}

bool wlay_builtin_reverse_bits(const wlay_call *call, const wlay_value *args,
                               wlay_value *out)
{
    uint32_t bits = bits_of(&args[0]);
    uint32_t reversed = 0;

    for (int i = 0; i < 32; i++) {
        reversed = reversed << 1 | (bits & 1);
        bits >>= 1;
    }
    return wlay_give_integer(call, reversed, out);
}

/* --------------------------------------------------------------- bit fields */

static bool check_field(const wlay_call *call, const wlay_value *offset,
                        const wlay_value *count)
{
    if (offset->of.integer + count->of.integer <= 32)
        return true;
    wlay_report(call->eval->diag, WLAY_RULE_DOMAIN, call->span,
                F("offset % and count % of '%' reach beyond the 32 bits"),
                I(offset->of.integer), I(count->of.integer),
                Z(wlay_name_text(call->name)));
    return false;
}

bool wlay_check_extract_bits(const wlay_call *call, const wlay_value *args)
{
    return check_field(call, &args[1], &args[2]);
}

bool wlay_check_insert_bits(const wlay_call *call, const wlay_value *args)
{
    return check_field(call, &args[2], &args[3]);
}

/* `count` ones from bit 0 on. */
static uint32_t ones(uint32_t count)
{
    return count >= 32 ? UINT32_MAX : ((uint32_t)1 << count) - 1;
}

bool wlay_builtin_extract_bits(const wlay_call *call, const wlay_value *args,
                               wlay_value *out)
{
    const uint32_t offset = bits_of(&args[1]);
    const uint32_t count = bits_of(&args[2]);
    uint32_t field;

    if (count == 0)
        return wlay_give_integer(call, 0, out);
    field = bits_of(&args[0]) >> offset & ones(count);
    if (call->component == WLAY_S_I32 && (field >> (count - 1) & 1) != 0)
        field |= ~ones(count);
    return wlay_give_integer(call, field, out);
}

bool wlay_builtin_insert_bits(const wlay_call *call, const wlay_value *args,
                              wlay_value *out)
{
    const uint32_t offset = bits_of(&args[2]);
    const uint32_t count = bits_of(&args[3]);
    uint32_t mask;

    if (count == 0)
        return wlay_give_integer(call, args[0].of.integer, out);
    mask = ones(count) << offset;
    return wlay_give_integer(call,
                             (bits_of(&args[0]) & ~mask) |
                                 (bits_of(&args[1]) << offset & mask),
                             out);
}
