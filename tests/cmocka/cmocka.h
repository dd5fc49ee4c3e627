/* SPDX-License-Identifier: MIT */
/*
 * The part of cmocka's interface that the tests use, for targets that have no
 * cmocka: other processors, other C libraries, Windows.  -DWLAY_OWN_CMOCKA=ON
 * takes this one.  Include it in one file of a program.
 */
#ifndef WLAY_TESTS_CMOCKA_H
#define WLAY_TESTS_CMOCKA_H

#include <setjmp.h>
#include <stdarg.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

typedef void (*CMUnitTestFunction)(void **state);
typedef int (*CMFixtureFunction)(void **state);

struct CMUnitTest {
    const char *name;
    CMUnitTestFunction test_func;
    CMFixtureFunction setup_func;
    CMFixtureFunction teardown_func;
    void *initial_state;
};

#define cmocka_unit_test(function) {#function, function, NULL, NULL, NULL}

/* A failed assertion leaves the test from where it is. */
static jmp_buf cmocka_leave;

#if defined(__GNUC__)
#  define CMOCKA_NORETURN __attribute__((noreturn))
#else
#  define CMOCKA_NORETURN
#endif

static inline void cmocka_fail(const char *file, int line) CMOCKA_NORETURN;
static inline void cmocka_fail(const char *file, int line)
{
    fprintf(stderr, "%s:%d: error: Failure!\n", file, line);
    longjmp(cmocka_leave, 1);
}

static inline void cmocka_require(int holds, const char *what,
                                  const char *file, int line)
{
    if (holds)
        return;
    fprintf(stderr, "%s\n", what);
    cmocka_fail(file, line);
}

static inline void cmocka_require_equal(uintmax_t a, uintmax_t b,
                                        const char *file, int line)
{
    if (a == b)
        return;
    fprintf(stderr, "%#jx != %#jx\n", a, b);
    cmocka_fail(file, line);
}

static inline int cmocka_in_range(uintmax_t x, uintmax_t low, uintmax_t high)
{
    return x >= low && x <= high;
}

static inline void cmocka_require_text(const char *a, const char *b,
                                       const char *file, int line)
{
    if (strcmp(a, b) == 0)
        return;
    fprintf(stderr, "\"%s\" != \"%s\"\n", a, b);
    cmocka_fail(file, line);
}

#define fail() cmocka_fail(__FILE__, __LINE__)
#define fail_msg(...) \
    (fprintf(stderr, __VA_ARGS__), fputc('\n', stderr), fail())

#define CMOCKA_REQUIRE(holds, what) \
    cmocka_require((holds) ? 1 : 0, what, __FILE__, __LINE__)

#define assert_true(x) CMOCKA_REQUIRE(x, #x)
#define assert_false(x) CMOCKA_REQUIRE(!(x), "!(" #x ")")
#define assert_null(x) CMOCKA_REQUIRE((x) == NULL, #x " is not NULL")
#define assert_non_null(x) CMOCKA_REQUIRE((x) != NULL, #x " is NULL")
#define assert_ptr_equal(a, b) \
    CMOCKA_REQUIRE((const void *)(a) == (const void *)(b), #a " != " #b)
#define assert_ptr_not_equal(a, b) \
    CMOCKA_REQUIRE((const void *)(a) != (const void *)(b), #a " == " #b)
#define assert_int_equal(a, b) \
    cmocka_require_equal((uintmax_t)(a), (uintmax_t)(b), __FILE__, __LINE__)
#define assert_int_not_equal(a, b) \
    CMOCKA_REQUIRE((uintmax_t)(a) != (uintmax_t)(b), #a " == " #b)
#define assert_in_range(x, low, high) \
    CMOCKA_REQUIRE(cmocka_in_range((uintmax_t)(x), (uintmax_t)(low), \
                                   (uintmax_t)(high)), #x)
#define assert_string_equal(a, b) \
    cmocka_require_text((a), (b), __FILE__, __LINE__)
#define assert_string_not_equal(a, b) \
    CMOCKA_REQUIRE(strcmp((a), (b)) != 0, #a " equals " #b)
#define assert_memory_equal(a, b, size) \
    CMOCKA_REQUIRE(memcmp((a), (b), (size)) == 0, #a " != " #b)

/* True if the test passed. */
static inline int cmocka_run_test(const struct CMUnitTest *test)
{
    void *state = test->initial_state;

    if (setjmp(cmocka_leave) != 0)
        return 0;
    if (test->setup_func != NULL && test->setup_func(&state) != 0)
        return 0;
    test->test_func(&state);
    return test->teardown_func == NULL || test->teardown_func(&state) == 0;
}

/* The number of tests that failed. */
static inline int _cmocka_run_group_tests(const char *name,
                                          const struct CMUnitTest *tests,
                                          size_t count,
                                          CMFixtureFunction setup,
                                          CMFixtureFunction teardown)
{
    volatile int failed = 0;
    void *state = NULL;

    if (setup != NULL && setup(&state) != 0)
        return (int)count;
    for (volatile size_t i = 0; i < count; i++) {
        if (cmocka_run_test(&tests[i]))
            continue;
        fprintf(stderr, "[  FAILED  ] %s: %s\n", name, tests[i].name);
        failed++;
    }
    if (teardown != NULL && teardown(&state) != 0)
        failed++;
    fprintf(stderr, "%s: %d of %u tests failed\n", name, failed,
            (unsigned)count);
    return failed;
}

#define cmocka_run_group_tests_name(name, tests, setup, teardown) \
    _cmocka_run_group_tests(name, tests, sizeof(tests) / sizeof(tests)[0], \
                            setup, teardown)
#define cmocka_run_group_tests(tests, setup, teardown) \
    cmocka_run_group_tests_name(#tests, tests, setup, teardown)

#endif /* WLAY_TESTS_CMOCKA_H */
