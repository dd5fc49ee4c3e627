/* SPDX-License-Identifier: MIT */
#include "scan.h"

size_t wlay_scan_body(const char *text, size_t length, size_t at)
{
    while (at < length && text[at] != '{' && text[at] != '}' && text[at] != '/')
        at++;
    return at;
}

size_t wlay_scan_comment(const char *text, size_t length, size_t at)
{
    while (at < length && text[at] != '*' && text[at] != '/')
        at++;
    return at;
}

size_t wlay_scan_line(const char *text, size_t length, size_t at)
{
    while (at < length && (unsigned char)text[at] < 0x80 &&
           (text[at] < '\n' || text[at] > '\r'))
        at++;
    return at;
}
