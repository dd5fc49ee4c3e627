/* SPDX-License-Identifier: MIT */
#include "vector.h"

#include <string.h>

Mat4 mat4_identity(void)
{
    return mat4_scale(vec3(1, 1, 1));
}

Mat4 mat4_scale(Vec3 by)
{
    Mat4 m;

    memset(&m, 0, sizeof m);
    m.at[0][0] = by.x;
    m.at[1][1] = by.y;
    m.at[2][2] = by.z;
    m.at[3][3] = 1;
    return m;
}

Mat4 mat4_translate(Vec3 by)
{
    Mat4 m = mat4_identity();

    m.at[3][0] = by.x;
    m.at[3][1] = by.y;
    m.at[3][2] = by.z;
    return m;
}

Mat4 mat4_multiply(const Mat4 *a, const Mat4 *b)
{
    Mat4 m;

    for (int column = 0; column < 4; column++)
        for (int row = 0; row < 4; row++) {
            float sum = 0;

            for (int i = 0; i < 4; i++)
                sum += a->at[i][row] * b->at[column][i];
            m.at[column][row] = sum;
        }
    return m;
}

/* How the columns turn: each is `v` turned. */
static Vec3 turned(Vec3 v, Vec3 axis, float angle)
{
    const float c = cosf(angle);

    return add(add(scale(v, c), scale(cross(axis, v), sinf(angle))),
               scale(axis, dot(axis, v) * (1 - c)));
}

static void set_column(Mat4 *m, int column, Vec3 v)
{
    m->at[column][0] = v.x;
    m->at[column][1] = v.y;
    m->at[column][2] = v.z;
}

Mat4 mat4_rotate(Vec3 axis, float angle)
{
    Mat4 m = mat4_identity();

    set_column(&m, 0, turned(vec3(1, 0, 0), axis, angle));
    set_column(&m, 1, turned(vec3(0, 1, 0), axis, angle));
    set_column(&m, 2, turned(vec3(0, 0, 1), axis, angle));
    return m;
}

Mat4 mat4_look_at(Vec3 eye, Vec3 target)
{
    const Vec3 back = normalized(subtract(eye, target));
    const Vec3 right = normalized(cross(vec3(0, 1, 0), back));
    const Vec3 up = cross(back, right);
    Mat4 m = mat4_identity();

    set_column(&m, 0, vec3(right.x, up.x, back.x));
    set_column(&m, 1, vec3(right.y, up.y, back.y));
    set_column(&m, 2, vec3(right.z, up.z, back.z));
    set_column(&m, 3, vec3(-dot(right, eye), -dot(up, eye), -dot(back, eye)));
    return m;
}

Mat4 mat4_perspective(float height_angle, float aspect, float near_plane,
                      float far_plane)
{
    const float f = 1 / tanf(height_angle / 2);
    Mat4 m;

    memset(&m, 0, sizeof m);
    m.at[0][0] = f / aspect;
    m.at[1][1] = f;
    m.at[2][2] = far_plane / (near_plane - far_plane);
    m.at[2][3] = -1;
    m.at[3][2] = near_plane * far_plane / (near_plane - far_plane);
    return m;
}

static void swap_rows(double rows[4][8], int a, int b)
{
    double kept[8];

    memcpy(kept, rows[a], sizeof kept);
    memcpy(rows[a], rows[b], sizeof kept);
    memcpy(rows[b], kept, sizeof kept);
}

/* Makes column `c` that of the identity, with the row that has most of it. */
static void eliminate(double rows[4][8], int c)
{
    int best = c;

    for (int i = c; i < 4; i++)
        if (fabs(rows[i][c]) > fabs(rows[best][c]))
            best = i;
    swap_rows(rows, c, best);
    for (int k = 7; k >= 0; k--)
        rows[c][k] /= rows[c][c];
    for (int i = 0; i < 4; i++)
        for (int k = 7; i != c && k >= c; k--)
            rows[i][k] -= rows[i][c] * rows[c][k];
}

Mat4 mat4_inverse(const Mat4 *m)
{
    double rows[4][8];
    Mat4 inverse;

    for (int row = 0; row < 4; row++)
        for (int i = 0; i < 4; i++) {
            rows[row][i] = (double)m->at[i][row];
            rows[row][i + 4] = i == row ? 1 : 0;
        }
    for (int c = 0; c < 4; c++)
        eliminate(rows, c);
    for (int row = 0; row < 4; row++)
        for (int i = 0; i < 4; i++)
            inverse.at[i][row] = (float)rows[row][i + 4];
    return inverse;
}

void mat4_apply(const Mat4 *m, Vec3 v, float w, float to[4])
{
    for (int row = 0; row < 4; row++)
        to[row] = m->at[0][row] * v.x + m->at[1][row] * v.y +
                  m->at[2][row] * v.z + m->at[3][row] * w;
}

Vec3 mat4_point(const Mat4 *m, Vec3 v)
{
    float to[4];

    mat4_apply(m, v, 1, to);
    return vec3(to[0], to[1], to[2]);
}

Vec3 mat4_direction(const Mat4 *m, Vec3 v)
{
    float to[4];

    mat4_apply(m, v, 0, to);
    return vec3(to[0], to[1], to[2]);
}
