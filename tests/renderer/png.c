/* SPDX-License-Identifier: MIT */
/* A PNG whose data are stored blocks of deflate, one for each row. */
#include "png.h"

#include "text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static void put_u32(unsigned char *to, uint32_t value)
{
    for (int i = 0; i < 4; i++)
        to[i] = (unsigned char)(value >> (24 - 8 * i));
}

static uint32_t crc(uint32_t sum, const unsigned char *bytes, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        sum ^= bytes[i];
        for (int bit = 0; bit < 8; bit++)
            sum = sum >> 1 ^ (sum & 1 ? 0xedb88320u : 0);
    }
    return sum;
}

static void put_chunk(FILE *file, const char *type, const unsigned char *bytes,
                      size_t size)
{
    unsigned char name[4];
    unsigned char number[4];
    uint32_t sum;

    memcpy(name, type, 4);
    sum = ~crc(crc(~0u, name, 4), bytes, size);
    put_u32(number, (uint32_t)size);
    fwrite(number, 1, 4, file);
    fwrite(name, 1, 4, file);
    fwrite(bytes, 1, size, file);
    put_u32(number, sum);
    fwrite(number, 1, 4, file);
}

/* The sums of Adler, over a row of the data. */
static void add_to_sums(uint32_t sums[2], const unsigned char *row, size_t size)
{
    for (size_t i = 0; i < size; i++) {
        sums[0] = (sums[0] + row[i]) % 65521;
        sums[1] = (sums[1] + sums[0]) % 65521;
    }
}

/* A block: whether it is the last, its length twice, and the row. */
static unsigned char *put_row(unsigned char *to, bool last, uint32_t width,
                              const unsigned char *rgba, uint32_t sums[2])
{
    const size_t size = (size_t)width * 3 + 1;
    unsigned char *row = to + 5;

    to[0] = last;
    to[1] = (unsigned char)(size & 255);
    to[2] = (unsigned char)(size >> 8);
    to[3] = (unsigned char)~to[1];
    to[4] = (unsigned char)~to[2];
    row[0] = 0; /* no filter */
    for (uint32_t x = 0; x < width; x++)
        memcpy(row + 1 + x * 3, rgba + x * 4, 3);
    add_to_sums(sums, row, size);
    return row + size;
}

static void put_data(FILE *file, uint32_t width, uint32_t height,
                     const unsigned char *rgba)
{
    unsigned char *data = allocate(6 + (size_t)height * (width * 3 + 6));
    unsigned char *to = data + 2;
    uint32_t sums[2] = {1, 0};

    data[0] = 0x78;
    data[1] = 0x01;
    for (uint32_t y = 0; y < height; y++)
        to = put_row(to, y + 1 == height, width,
                     rgba + (size_t)y * width * 4, sums);
    put_u32(to, sums[1] << 16 | sums[0]);
    put_chunk(file, "IDAT", data, (size_t)(to + 4 - data));
    free(data);
}

bool png_write(const char *path, uint32_t width, uint32_t height,
               const unsigned char *rgba)
{
    static const unsigned char signature[] = {137, 'P',  'N',  'G',
                                              '\r', '\n', 26, '\n'};
    unsigned char header[13] = {0};
    FILE *file = fopen(path, "wb");

    if (file == NULL)
        return false;
    put_u32(header, width);
    put_u32(header + 4, height);
    header[8] = 8; /* bits */
    header[9] = 2; /* red, green and blue */
    fwrite(signature, 1, sizeof signature, file);
    put_chunk(file, "IHDR", header, sizeof header);
    put_data(file, width, height, rgba);
    put_chunk(file, "IEND", header, 0);
    return fclose(file) == 0;
}
