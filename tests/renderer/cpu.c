/* SPDX-License-Identifier: MIT */
#include "cpu.h"

#include "raster.h"

#include <string.h>

/* ------------------------------------------------------------- particles */

static Vec3 from_doubles(const double v[3])
{
    return vec3((float)v[0], (float)v[1], (float)v[2]);
}

static void to_doubles(Vec3 v, double to[3])
{
    to[0] = (double)v.x;
    to[1] = (double)v.y;
    to[2] = (double)v.z;
}

static void move_particle(const Scene *scene, Particle *p)
{
    Vec3 velocity = from_doubles(p->velocity);
    Vec3 position = from_doubles(p->position);
    const Vec3 force =
        subtract(scene->gravity, scale(velocity, scene->drag));

    velocity = add(velocity, scale(force, scene->time_step));
    position = add(position, scale(velocity, scene->time_step));
    if (position.y < p->size) {
        position.y = 2 * p->size - position.y;
        velocity = times(velocity, vec3(0.9f, -scene->bounce, 0.9f));
    }
    to_doubles(velocity, p->velocity);
    to_doubles(position, p->position);
    p->age += scene->time_step;
}

void cpu_move_particles(Scene *scene)
{
    for (uint32_t i = 0; i < SCENE_PARTICLES; i++)
        move_particle(scene, &scene->particles[i]);
}

/* --------------------------------------------------------------- shading */

static Vec3 sky(const Scene *scene, Vec3 direction)
{
    const float height = fmaxf(direction.y, 0);
    const float glow =
        powf(fmaxf(dot(direction, scene->sun_direction), 0), 24);

    return add(mixed3(scene->horizon, scene->zenith, powf(height, 0.55f)),
               scale(scene->sun_color, glow * 0.12f));
}

static float developed(float light)
{
    const float curve = light * (2.51f * light + 0.03f) /
                        (light * (2.43f * light + 0.59f) + 0.14f);

    return powf(saturate(curve), 1 / 2.2f);
}

static void develop(const Scene *scene, Vec3 light, float rgb[3])
{
    rgb[0] = developed(light.x * scene->exposure);
    rgb[1] = developed(light.y * scene->exposure);
    rgb[2] = developed(light.z * scene->exposure);
}

static float openness(const Scene *scene, Vec3 position, Vec3 normal)
{
    float open = 1;

    for (uint32_t i = 0; i < SCENE_OCCLUDERS; i++) {
        const Occluder *o = &scene->occluders[i];
        const Vec3 to = subtract(o->center, position);
        const float distance = fmaxf(length_of(to), o->radius);
        const float share = o->radius / distance;

        open *= 1 - fmaxf(dot(normal, to) / distance, 0) * share * share;
    }
    return open;
}

static float unshadowed(const Scene *scene, Vec3 position, Vec3 to_light,
                        float distance)
{
    float lit = 1;

    for (uint32_t i = 0; i < SCENE_OCCLUDERS; i++) {
        const Occluder *o = &scene->occluders[i];
        const Vec3 to = subtract(o->center, position);
        const float along = dot(to, to_light);
        const float beside = sqrtf(fmaxf(dot(to, to) - along * along, 0));
        const float blur = scene->sun_softness * along + 0.01f;

        if (along > 0 && along < distance)
            lit *= smoothstep(o->radius - blur, o->radius + blur, beside);
    }
    return lit;
}

typedef struct Look {
    Vec3 normal;
    Vec3 to_eye;
    Vec3 base_color;
    float roughness;
    float metallic;
} Look;

static Vec3 fresnel(const Look *look, float cosine)
{
    const Vec3 straight =
        mixed3(vec3(0.04f, 0.04f, 0.04f), look->base_color, look->metallic);
    const float slanting = powf(saturate(1 - cosine), 5);

    return mixed3(straight, vec3(1, 1, 1), slanting);
}

static Vec3 reflect_light(const Look *look, Vec3 to_light)
{
    const Vec3 between = normalized(add(to_light, look->to_eye));
    const float n_l = saturate(dot(look->normal, to_light));
    const float n_v = fmaxf(dot(look->normal, look->to_eye), 0.02f);
    const float n_h = saturate(dot(look->normal, between));
    const float a = look->roughness * look->roughness;
    const float d = n_h * n_h * (a * a - 1) + 1;
    const float k = a * 0.5f;
    const float shape = a * a / (4 * 3.14159265f * d * d) /
                        ((n_v * (1 - k) + k) * (n_l * (1 - k) + k));
    const Vec3 f = fresnel(look, saturate(dot(between, look->to_eye)));
    const Vec3 diffuse =
        scale(look->base_color, (1 - look->metallic) / 3.14159265f);
    const Vec3 through = subtract(vec3(1, 1, 1), f);

    return scale(add(times(through, diffuse), scale(f, shape)), n_l);
}

static Vec3 from_light(const Scene *scene, const Look *look, Vec3 position,
                       const Light *light)
{
    const Vec3 to = subtract(light->position, position);
    const float distance = length_of(to);
    const float near_it =
        saturate(1 - powf(distance / light->radius, 4));
    const float strength =
        near_it * near_it / (distance * distance + 0.01f);
    const Vec3 direction = scale(to, 1 / distance);

    if (!(strength > 0))
        return vec3(0, 0, 0);
    return scale(times(reflect_light(look, direction), light->color),
                 strength *
                     unshadowed(scene, position, direction, distance));
}

/* From all around. */
static Vec3 ambient(const Scene *scene, const Look *look, Vec3 position)
{
    const float open = openness(scene, position, look->normal);
    const Vec3 above =
        add(scene->zenith, scale(scene->horizon, 0.5f));
    const Vec3 up =
        mixed3(scene->ground, above, look->normal.y * 0.5f + 0.5f);
    const Vec3 mirrored =
        subtract(scale(look->normal, 2 * dot(look->normal, look->to_eye)),
                 look->to_eye);
    const Vec3 seen = mixed3(scene->ground, sky(scene, mirrored),
                             smoothstep(-0.1f, 0.1f, mirrored.y));
    const float smoothness = (1 - look->roughness) * (1 - look->roughness);
    const Vec3 shine =
        fresnel(look, saturate(dot(look->normal, look->to_eye)));

    return add(scale(times(look->base_color, up),
                     (1 - look->metallic) * open),
               scale(times(shine, seen), open * smoothness));
}

static Vec3 shade(const Scene *scene, const Look *look, Vec3 position)
{
    const Vec3 direction = scene->sun_direction;
    Vec3 color = ambient(scene, look, position);

    color = add(color,
                scale(times(reflect_light(look, direction), scene->sun_color),
                      unshadowed(scene, position, direction, 1000)));
    for (uint32_t i = 0; i < SCENE_LIGHTS; i++)
        color = add(color,
                    from_light(scene, look, position, &scene->lights[i]));
    return color;
}

/* ------------------------------------------------- what shaders are given */

typedef struct Drawing {
    const Scene *scene;
    const Instance *instance;
    Raster *raster;
} Drawing;

static float texel(const Scene *scene, int x, int y)
{
    const unsigned mask = SCENE_PATTERN_SIZE - 1;

    return (float)scene->pattern[(unsigned)y & mask][(unsigned)x & mask][0] /
           255;
}

/* Linear filtering, repeated. */
static float pattern_at(const Scene *scene, float u, float v)
{
    const float x = u * SCENE_PATTERN_SIZE - 0.5f;
    const float y = v * SCENE_PATTERN_SIZE - 0.5f;
    const int left = (int)floorf(x);
    const int top = (int)floorf(y);
    const float across = x - (float)left;

    return mixed(mixed(texel(scene, left, top), texel(scene, left + 1, top),
                       across),
                 mixed(texel(scene, left, top + 1),
                       texel(scene, left + 1, top + 1), across),
                 y - (float)top);
}

static Vec3 vector_at(const float *numbers)
{
    return vec3(numbers[0], numbers[1], numbers[2]);
}

static void surface_shader(const void *user, const float *numbers, float rgb[3])
{
    const Drawing *drawing = user;
    const Scene *scene = drawing->scene;
    const Instance *instance = drawing->instance;
    const Material *material = &scene->materials[instance->material];
    const Vec3 position = vector_at(numbers);
    const Vec3 to_eye = subtract(scene->eye, position);
    const float distance = length_of(to_eye);
    const float texture = pattern_at(scene, numbers[6], numbers[7]);
    Look look;
    Vec3 color;
    Vec3 haze;

    look.normal = normalized(vector_at(numbers + 3));
    look.to_eye = scale(to_eye, 1 / distance);
    look.base_color = scale(times(material->base_color, instance->tint),
                            mixed(1, texture, material->pattern *
                                                  expf(-0.05f * distance)));
    look.roughness = material->roughness;
    look.metallic = material->metallic;
    color = add(shade(scene, &look, position),
                times(material->emission, instance->tint));
    haze = sky(scene,
               normalized(vec3(-look.to_eye.x, 0, -look.to_eye.z)));
    develop(scene, mixed3(haze, color, expf(-scene->fog * distance)), rgb);
}

static void sky_shader(const void *user, const float *numbers, float rgb[3])
{
    const Scene *scene = ((const Drawing *)user)->scene;
    const Vec3 far_away = scale(vector_at(numbers), 1 / numbers[3]);

    develop(scene, sky(scene, normalized(subtract(far_away, scene->eye))),
            rgb);
}

static void spark_shader(const void *user, const float *numbers, float rgb[3])
{
    const float edge = saturate(1 - numbers[0] * numbers[0] -
                                numbers[1] * numbers[1]);

    (void)user;
    for (int i = 0; i < 3; i++)
        rgb[i] = numbers[2 + i] * edge * edge;
}

/* --------------------------------------------------------------- drawing */

static void draw_sky(const Drawing *drawing)
{
    RasterVertex v[3];

    memset(v, 0, sizeof v);
    drawing->raster->shader = sky_shader;
    drawing->raster->ignore_depth = true;
    for (unsigned i = 0; i < 3; i++) {
        v[i].clip[0] = (float)(i & 1) * 4 - 1;
        v[i].clip[1] = (float)(i >> 1) * 4 - 1;
        v[i].clip[2] = v[i].clip[3] = 1;
        mat4_apply(&drawing->scene->clip_to_world,
                   vec3(v[i].clip[0], v[i].clip[1], 1), 1, v[i].numbers);
    }
    raster_triangle(drawing->raster, &v[0], &v[1], &v[2]);
    drawing->raster->ignore_depth = false;
}

static void set_numbers(RasterVertex *v, Vec3 first, Vec3 second)
{
    v->numbers[0] = first.x;
    v->numbers[1] = first.y;
    v->numbers[2] = first.z;
    v->numbers[3] = second.x;
    v->numbers[4] = second.y;
    v->numbers[5] = second.z;
}

/* The weighted sum of where the bones would have a vertex. */
static void skin(const Drawing *drawing, const Vertex *vertex, Vec3 *position,
                 Vec3 *normal)
{
    const Mat4 *bones =
        drawing->scene->bones + drawing->instance->first_bone;

    *position = *normal = vec3(0, 0, 0);
    for (int i = 0; i < 4; i++) {
        const Mat4 *bone = &bones[vertex->joints[i]];
        const float weight = vertex->weights[i];

        *position =
            add(*position, scale(mat4_point(bone, vertex->position), weight));
        *normal =
            add(*normal, scale(mat4_direction(bone, vertex->normal), weight));
    }
}

static void place_vertex(const Drawing *drawing, const Vertex *vertex,
                         bool skinned, RasterVertex *to)
{
    const Instance *instance = drawing->instance;
    Vec3 position = vertex->position;
    Vec3 normal = vertex->normal;

    if (skinned)
        skin(drawing, vertex, &position, &normal);
    position = mat4_point(&instance->world, position);
    normal = mat4_direction(&instance->world, normal);
    mat4_apply(&drawing->scene->view_projection, position, 1, to->clip);
    set_numbers(to, position, normal);
    to->numbers[6] = vertex->uv[0];
    to->numbers[7] = vertex->uv[1];
}

static void draw_mesh(Drawing *drawing, const Mesh *mesh, uint32_t first,
                      uint32_t count, bool skinned)
{
    RasterVertex v[3];

    memset(v, 0, sizeof v);
    drawing->raster->shader = surface_shader;
    for (uint32_t i = first; i < first + count; i++) {
        drawing->instance = &drawing->scene->instances[i];
        for (uint32_t k = 0; k < mesh->index_count; k += 3) {
            for (uint32_t c = 0; c < 3; c++)
                place_vertex(drawing, &mesh->vertices[mesh->indices[k + c]],
                             skinned, &v[c]);
            raster_triangle(drawing->raster, &v[0], &v[1], &v[2]);
        }
    }
}

static void draw_particle(const Drawing *drawing, const Particle *p)
{
    const Scene *scene = drawing->scene;
    const Vec3 color = scale(p->color, saturate(1 - p->age / p->life));
    RasterVertex v[4];

    memset(v, 0, sizeof v);
    for (unsigned i = 0; i < 4; i++) {
        const float x = (float)(i & 1) * 2 - 1;
        const float y = (float)(i >> 1) * 2 - 1;
        const Vec3 aside =
            add(scale(scene->right, x), scale(scene->up, y));

        mat4_apply(&scene->view_projection,
                   add(from_doubles(p->position), scale(aside, p->size)), 1,
                   v[i].clip);
        set_numbers(&v[i], vec3(x, y, color.x), vec3(color.y, color.z, 0));
    }
    raster_triangle(drawing->raster, &v[0], &v[1], &v[2]);
    raster_triangle(drawing->raster, &v[2], &v[1], &v[3]);
}

static void draw_particles(const Drawing *drawing)
{
    drawing->raster->shader = spark_shader;
    drawing->raster->add = true;
    for (uint32_t i = 0; i < SCENE_PARTICLES; i++)
        draw_particle(drawing, &drawing->scene->particles[i]);
}

void cpu_draw(const Scene *scene, uint32_t width, uint32_t height,
              bool with_particles, unsigned char *rgba)
{
    Raster raster;
    Drawing drawing;

    raster_begin(&raster, width, height);
    raster.user = &drawing;
    drawing.scene = scene;
    drawing.instance = NULL;
    drawing.raster = &raster;
    draw_sky(&drawing);
    draw_mesh(&drawing, &scene->plane, 0, 1, false);
    draw_mesh(&drawing, &scene->sphere, SCENE_FIRST_SPHERE,
              SCENE_SPHERES + SCENE_LIGHTS, false);
    draw_mesh(&drawing, &scene->arm, SCENE_FIRST_ARM, SCENE_ARMS, true);
    if (with_particles)
        draw_particles(&drawing);
    raster_end(&raster, rgba);
}
