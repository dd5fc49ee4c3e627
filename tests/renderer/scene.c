/* SPDX-License-Identifier: MIT */
#include "scene.h"

#include "mesh.h"
#include "text.h"

#include <string.h>

#define ARM_LENGTH 3.4f

enum { STONE, GOLD, LACQUER, CHROME, JADE, SKIN, LAMP };

static void make_materials(Scene *scene)
{
    static const Material materials[SCENE_MATERIALS] = {
        [STONE] = {{0.62f, 0.58f, 0.55f}, {0, 0, 0}, 0, 0.42f, 1},
        [GOLD] = {{1, 0.71f, 0.29f}, {0, 0, 0}, 1, 0.28f, 0},
        [LACQUER] = {{0.7f, 0.05f, 0.06f}, {0, 0, 0}, 0, 0.15f, 0},
        [CHROME] = {{0.9f, 0.92f, 0.95f}, {0, 0, 0}, 1, 0.06f, 0},
        [JADE] = {{0.1f, 0.5f, 0.3f}, {0, 0, 0}, 0, 0.35f, 0.35f},
        [SKIN] = {{0.45f, 0.25f, 0.55f}, {0.12f, 0, 0.03f}, 0, 0.35f, 0.5f},
        [LAMP] = {{0, 0, 0}, {3, 3, 3}, 0, 1, 0},
    };

    memcpy(scene->materials, materials, sizeof materials);
}

static void make_camera(Scene *scene, float aspect)
{
    const Vec3 eye = vec3(0.6f, 3.1f, 9.6f);
    const Vec3 target = vec3(0, 1.35f, 0);
    const Mat4 view = mat4_look_at(eye, target);
    const Mat4 projection = mat4_perspective(0.72f, aspect, 0.1f, 100);

    scene->view_projection = mat4_multiply(&projection, &view);
    scene->clip_to_world = mat4_inverse(&scene->view_projection);
    scene->eye = eye;
    scene->right = vec3(view.at[0][0], view.at[1][0], view.at[2][0]);
    scene->up = vec3(view.at[0][1], view.at[1][1], view.at[2][1]);
    scene->exposure = 0.8f;
    scene->fog = 0.016f;
}

static void make_sky(Scene *scene)
{
    scene->zenith = vec3(0.02f, 0.06f, 0.2f);
    scene->horizon = vec3(0.4f, 0.2f, 0.15f);
    scene->ground = vec3(0.09f, 0.03f, 0.05f);
    scene->sun_direction = normalized(vec3(-0.8f, 0.5f, 0.12f));
    scene->sun_color = vec3(3.6f, 2.3f, 1.3f);
    scene->sun_softness = 0.07f;
}

static void place_instance(Scene *scene, uint32_t index, uint32_t material,
                           Vec3 tint, const Mat4 *world)
{
    Instance *instance = &scene->instances[index];

    instance->material = material;
    instance->tint = tint;
    instance->world = *world;
    /* Scales are the same in all directions: directions need no more. */
    for (int column = 0; column < 3; column++)
        for (int row = 0; row < 3; row++)
            instance->normal[column * 3 + row] = world->at[column][row];
}

static void place_sphere(Scene *scene, uint32_t index, uint32_t material,
                         Vec3 tint, Vec3 center, float radius)
{
    const Mat4 size = mat4_scale(vec3(radius, radius, radius));
    const Mat4 move = mat4_translate(center);
    const Mat4 world = mat4_multiply(&move, &size);

    place_instance(scene, index, material, tint, &world);
}

static void make_spheres(Scene *scene)
{
    static const uint32_t materials[] = {GOLD, LACQUER, CHROME, JADE};

    for (uint32_t i = 0; i < SCENE_SPHERES; i++) {
        const float angle = 6.2831853f * (float)i / SCENE_SPHERES + 0.35f;
        const float radius = 0.38f + 0.17f * (float)(i * 7 % 5) / 4;
        const float away = 3.1f + 0.5f * (float)(i * 3 % 4) / 3;
        const Vec3 center =
            vec3(away * sinf(angle), radius, away * cosf(angle));

        place_sphere(scene, SCENE_FIRST_SPHERE + i, materials[i % 4],
                     vec3(1, 1, 1), center, radius);
        scene->occluders[i].center = center;
        scene->occluders[i].radius = radius;
    }
}

static void make_lights(Scene *scene)
{
    static const Light lights[SCENE_LIGHTS] = {
        {{0.2f, 1.6f, 2.6f}, {-2.3f, 0.7f, 2.0f}, 5},
        {{2.8f, 0.35f, 1.5f}, {2.2f, 0.6f, 2.5f}, 5},
        {{2.6f, 1.5f, 0.3f}, {0.1f, 0.45f, 3.1f}, 4},
        {{0.4f, 2.4f, 0.8f}, {3.9f, 0.9f, -0.6f}, 5},
        {{1.2f, 0.5f, 3}, {-3.9f, 1.1f, -0.9f}, 5},
        {{2.4f, 1.2f, 0.5f}, {0.4f, 2.6f, -1.6f}, 6},
    };

    memcpy(scene->lights, lights, sizeof lights);
    scene->light_count = SCENE_LIGHTS;
    for (uint32_t i = 0; i < SCENE_LIGHTS; i++)
        place_sphere(scene, SCENE_FIRST_LAMP + i, LAMP,
                     scale(lights[i].color, 1 / 2.8f), lights[i].position,
                     0.08f);
}

/* Each bone turns what is above it; its matrix moves the mesh, which stands
   upright, to where the bone is. */
static void bend_arm(Scene *scene, uint32_t arm)
{
    const float step = ARM_LENGTH / SCENE_ARM_BONES;
    const Vec3 axis = normalized(vec3(cosf((float)arm * 2.1f + 0.9f), 0.25f,
                                      sinf((float)arm * 2.1f + 0.9f)));
    const Instance *instance = &scene->instances[SCENE_FIRST_ARM + arm];
    Mat4 joint = mat4_identity();

    for (uint32_t i = 0; i < SCENE_ARM_BONES; i++) {
        const uint32_t index = arm * SCENE_ARM_BONES + i;
        const float angle =
            0.44f * sinf(0.75f * (float)i + (float)arm * 0.7f - 0.3f);
        const Mat4 turn = mat4_rotate(axis, i == 0 ? angle / 3 : angle);
        const Mat4 lower = mat4_translate(vec3(0, -step * (float)i, 0));
        const Mat4 raise = mat4_translate(vec3(0, step, 0));
        Occluder *occluder = &scene->occluders[SCENE_SPHERES + index];
        Vec3 middle;

        joint = mat4_multiply(&joint, &turn);
        scene->bones[index] = mat4_multiply(&joint, &lower);
        middle = mat4_point(&joint, vec3(0, step / 2, 0));
        occluder->center = mat4_point(&instance->world, middle);
        occluder->radius = 0.75f * mixed(0.42f, 0.2f, ((float)i + 0.5f) /
                                                          SCENE_ARM_BONES);
        joint = mat4_multiply(&joint, &raise);
    }
}

static void make_arms(Scene *scene)
{
    for (uint32_t i = 0; i < SCENE_ARMS; i++) {
        const float angle = 6.2831853f * (float)i / SCENE_ARMS + 2.1f;
        const Mat4 world =
            mat4_translate(vec3(1.1f * sinf(angle), 0, 1.1f * cosf(angle)));
        const float shade = 0.75f + 0.25f * (float)i;

        place_instance(scene, SCENE_FIRST_ARM + i, SKIN,
                       vec3(shade, 1, 2 - shade), &world);
        scene->instances[SCENE_FIRST_ARM + i].first_bone =
            i * SCENE_ARM_BONES;
        bend_arm(scene, i);
    }
}

static float chance(uint64_t *random)
{
    return (float)(random_bits(random) >> 8) / 16777216;
}

/* As the particle was when it left the ground, and for a while since. */
static void throw_particle(const Scene *scene, Particle *p, uint64_t *random)
{
    const float turn = 6.2831853f * chance(random);
    const float out = 0.35f + 1.0f * chance(random);
    const Vec3 start = vec3(out * cosf(turn), 3.6f + 3.2f * chance(random),
                            out * sinf(turn));
    const float age = 1.1f * chance(random);
    const Vec3 velocity = add(start, scale(scene->gravity, age));
    const Vec3 position = scale(add(start, velocity), age / 2);

    p->position[0] = (double)position.x;
    p->position[1] = (double)fmaxf(position.y, 0.1f);
    p->position[2] = (double)position.z;
    p->velocity[0] = (double)velocity.x;
    p->velocity[1] = (double)velocity.y;
    p->velocity[2] = (double)velocity.z;
    p->age = age;
    p->life = 1.5f + 2 * chance(random);
    p->size = 0.025f + 0.035f * chance(random);
    p->color = mixed3(vec3(1, 0.55f, 0.15f), vec3(1, 0.85f, 0.5f),
                      chance(random));
}

static void make_particles(Scene *scene)
{
    uint64_t random = 0x2545f4914f6cdd1d;

    scene->gravity = vec3(0, -5.5f, 0);
    scene->time_step = 1.0f / 60;
    scene->bounce = 0.6f;
    scene->drag = 0.25f;
    for (uint32_t i = 0; i < SCENE_PARTICLES; i++)
        throw_particle(scene, &scene->particles[i], &random);
}

/* Tiles with joints between them; no two are alike. */
static void make_pattern(Scene *scene)
{
    const uint32_t tile = SCENE_PATTERN_SIZE / 4;

    for (uint32_t y = 0; y < SCENE_PATTERN_SIZE; y++)
        for (uint32_t x = 0; x < SCENE_PATTERN_SIZE; x++) {
            const uint32_t number = x / tile + y / tile * 5;
            const uint32_t joint = x % tile == 0 || y % tile == 0;
            const uint32_t light = joint ? 40 : 130 + number * 37 % 110;

            for (int i = 0; i < 3; i++)
                scene->pattern[y][x][i] = (unsigned char)light;
            scene->pattern[y][x][3] = 255;
        }
}

void scene_make(Scene *scene, uint32_t width, uint32_t height)
{
    const Mat4 here = mat4_identity();

    memset(scene, 0, sizeof *scene);
    make_camera(scene, (float)width / (float)height);
    make_sky(scene);
    make_materials(scene);
    place_instance(scene, 0, STONE, vec3(1, 1, 1), &here);
    make_spheres(scene);
    make_lights(scene);
    make_arms(scene);
    make_particles(scene);
    make_pattern(scene);
    mesh_make_plane(&scene->plane, 60, 30);
    /* Triangles smaller than pixels only cost time. */
    mesh_make_sphere(&scene->sphere, height / 20 + 4);
    mesh_make_arm(&scene->arm, ARM_LENGTH, SCENE_ARM_BONES, height / 10 + 4);
}

void scene_free(Scene *scene)
{
    mesh_free(&scene->plane);
    mesh_free(&scene->sphere);
    mesh_free(&scene->arm);
}

void scene_project(const Scene *scene, Vec3 point, uint32_t width,
                   uint32_t height, float *x, float *y)
{
    float clip[4];

    mat4_apply(&scene->view_projection, point, 1, clip);
    *x = (clip[0] / clip[3] * 0.5f + 0.5f) * (float)width;
    *y = (0.5f - clip[1] / clip[3] * 0.5f) * (float)height;
}
