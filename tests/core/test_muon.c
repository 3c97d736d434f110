/* Muon's orthogonalised update: its singular values, the plain formula in
 * double precision, and the same bits from every instruction set and from the
 * kernel without tiles, which is compiled here. */
#include "core/check.h"

#define CORE_PLAIN
#define CORE_LANES 4
#include "core/lanes/kernel.h"

enum { SIDE = 48, NUMBERS = SIDE * SIDE };

/* A matrix and room for what a step needs. */
struct muon_case {
    size_t rows, columns;
    float *gradient, *result, *momentum, *space;
};

static float *floats(size_t count)
{
    size_t bytes = (count * sizeof(float) + 63) / 64 * 64;
    float *numbers = aligned_alloc(64, bytes);
    memset(numbers, 0, bytes);
    return numbers;
}

static struct muon_case muon_case(size_t rows, size_t columns)
{
    return (struct muon_case){.rows = rows,
                              .columns = columns,
                              .gradient = floats(rows * columns),
                              .result = floats(rows * columns),
                              .momentum = floats(rows * columns),
                              .space =
                                  floats(muon_space(rows, columns, NULL).size)};
}

static void muon_free(struct muon_case *c)
{
    free(c->gradient);
    free(c->result);
    free(c->momentum);
    free(c->space);
}

/* result = O(g), by a step from 0 of rate -1 and without momentum. */
static void orthogonalise(struct muon_case *c, const struct core_kernel *kernel,
                          const double *g)
{
    size_t count = c->rows * c->columns;
    for (size_t i = 0; i < count; i++) {
        c->gradient[i] = (float)g[i];
        c->result[i] = 0;
        c->momentum[i] = 0;
    }
    struct update update = {.scale = 1,
                            .rows = c->rows,
                            .columns = c->columns,
                            .count = (count + 15) / 16 * 16,
                            .rate = -1,
                            .keep = 1,
                            .gradient = c->gradient,
                            .parameter = c->result,
                            .first = c->momentum,
                            .space = c->space};
    kernel->muon(&update);
}

static void random_matrix(double *g, size_t count, uint64_t seed)
{
    for (size_t i = 0; i < count; i++) {
        g[i] = (double)(float)check_number(&seed);
    }
}

/* ---- Plainly ------------------------------------------------------------ */

/* out[n,n] = x x^T of x[n,m]. */
static void plain_gram(const double *x, size_t n, size_t m, double *out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < n; j++) {
            out[i * n + j] = 0;
            for (size_t k = 0; k < m; k++) {
                out[i * n + j] += x[i * m + k] * x[j * m + k];
            }
        }
    }
}

/* out[n,m] = a[n,n] x[n,m]. */
static void plain_times(const double *a, const double *x, size_t n, size_t m,
                        double *out)
{
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < m; j++) {
            out[i * m + j] = 0;
            for (size_t k = 0; k < n; k++) {
                out[i * m + j] += a[i * n + k] * x[k * m + j];
            }
        }
    }
}

/* O(g) never transposed, as X (3.4445 - 4.7750 X^T X + 2.0315 (X^T X)^2). */
static void plain_muon(const double *g, size_t rows, size_t columns, double *x)
{
    static double gram[NUMBERS], once[NUMBERS], twice[NUMBERS];
    double square = 0;
    for (size_t i = 0; i < rows * columns; i++) {
        square += g[i] * g[i];
    }
    for (size_t i = 0; i < rows * columns; i++) {
        x[i] = g[i] / (sqrt(square) + 1e-7);
    }
    for (int step = 0; step < 5; step++) {
        plain_gram(x, rows, columns, gram);
        plain_times(gram, x, rows, columns, once);
        plain_times(gram, once, rows, columns, twice);
        for (size_t i = 0; i < rows * columns; i++) {
            x[i] = 3.4445 * x[i] - 4.7750 * once[i] + 2.0315 * twice[i];
        }
    }
}

/* Eigenvalues of the symmetric a[n,n], left on its diagonal: Jacobi's cyclic
 * method. */
static void eigenvalues(double *a, size_t n)
{
    for (int sweep = 0; sweep < 12; sweep++) {
        for (size_t p = 0; p < n; p++) {
            for (size_t q = p + 1; q < n; q++) {
                double theta =
                    atan2(2 * a[p * n + q], a[q * n + q] - a[p * n + p]) / 2;
                double c = cos(theta);
                double s = sin(theta);
                for (size_t k = 0; k < n; k++) {
                    double x = a[k * n + p];
                    double y = a[k * n + q];
                    a[k * n + p] = c * x - s * y;
                    a[k * n + q] = s * x + c * y;
                }
                for (size_t k = 0; k < n; k++) {
                    double x = a[p * n + k];
                    double y = a[q * n + k];
                    a[p * n + k] = c * x - s * y;
                    a[q * n + k] = s * x + c * y;
                }
            }
        }
    }
}

/* The singular values of x, as many as its shorter side, and the smallest and
 * largest of them. */
static void singular_range(const float *x, size_t rows, size_t columns,
                           double *smallest, double *largest)
{
    static double turned[NUMBERS], gram[NUMBERS];
    bool is_high = rows > columns;
    size_t n = is_high ? columns : rows;
    size_t m = is_high ? rows : columns;
    for (size_t i = 0; i < n; i++) {
        for (size_t j = 0; j < m; j++) {
            turned[i * m + j] =
                (double)(is_high ? x[j * columns + i] : x[i * columns + j]);
        }
    }
    plain_gram(turned, n, m, gram);
    eigenvalues(gram, n);
    *smallest = (double)INFINITY;
    *largest = 0;
    for (size_t i = 0; i < n; i++) {
        double value = sqrt(fmax(gram[i * n + i], 0));
        *smallest = fmin(*smallest, value);
        *largest = fmax(*largest, value);
    }
}

/* ---- Tests -------------------------------------------------------------- */

/* The method of finding singular values, on [[3, 0], [4, 5]]: sqrt(5) and
 * 3 sqrt(5). */
static void singular_values_are_found(void **state)
{
    (void)state;
    static const float x[4] = {3, 0, 4, 5};
    double smallest = 0;
    double largest = 0;
    singular_range(x, 2, 2, &smallest, &largest);
    assert_near(smallest, sqrt(5), 1e-12);
    assert_near(largest, 3 * sqrt(5), 1e-12);
}

/* False where the matrix is so near to singular that five steps are not meant
 * to be enough. */
static bool check_near_orthogonal(size_t rows, size_t columns, uint64_t seed)
{
    static double g[NUMBERS];
    static float start[NUMBERS];
    struct muon_case c = muon_case(rows, columns);
    double square = 0;
    double least = 0;
    double smallest = 0;
    double largest = 0;
    random_matrix(g, rows * columns, seed);
    for (size_t i = 0; i < rows * columns; i++) {
        start[i] = (float)g[i];
        square += g[i] * g[i];
    }
    singular_range(start, rows, columns, &least, &largest);
    orthogonalise(&c, core_kernel_for(CORE_ISA_128), g);
    singular_range(c.result, rows, columns, &smallest, &largest);
    muon_free(&c);
    bool is_regular = least / sqrt(square) >= 0.002;
    if (!(largest < 1.3) || (is_regular && !(smallest > 0.6))) {
        fail_msg("%zu x %zu: singular values from %g to %g", rows, columns,
                 smallest, largest);
    }
    return is_regular;
}

static void singular_values_come_near_one(void **state)
{
    (void)state;
    static const size_t shapes[][2] = {{8, 8},   {16, 16}, {32, 32}, {32, 16},
                                       {16, 32}, {48, 7},  {5, 48},  {1, 9},
                                       {9, 1},   {1, 1},   {33, 18}, {18, 33}};
    int regular = 0;
    for (size_t i = 0; i < sizeof shapes / sizeof shapes[0]; i++) {
        for (uint64_t seed = 1; seed <= 5; seed++) {
            regular += check_near_orthogonal(shapes[i][0], shapes[i][1], seed);
        }
    }
    assert_true(regular >= 55);
}

static void the_update_is_the_plain_formula(void **state)
{
    (void)state;
    static double g[NUMBERS], wanted[NUMBERS];
    for (size_t i = 0; i < 30; i++) {
        size_t rows = 1 + 7 * i % 41;
        size_t columns = 1 + 11 * i % 43;
        struct muon_case c = muon_case(rows, columns);
        random_matrix(g, rows * columns, i);
        plain_muon(g, rows, columns, wanted);
        orthogonalise(&c, core_kernel_for(CORE_ISA_128), g);
        for (size_t k = 0; k < rows * columns; k++) {
            assert_near((double)c.result[k], wanted[k], 2e-5);
        }
        muon_free(&c);
    }
}

static void every_set_and_the_plain_kernel_agree_to_the_bit(void **state)
{
    (void)state;
    static double g[NUMBERS];
    for (size_t i = 0; i < 60; i++) {
        size_t rows = 1 + 13 * i % 47;
        size_t columns = 1 + 29 * i % 45;
        struct muon_case one = muon_case(rows, columns);
        struct muon_case other = muon_case(rows, columns);
        random_matrix(g, rows * columns, i);
        orthogonalise(&one, &lane_kernel, g);
        for (int isa = 0; isa < CORE_ISA_COUNT; isa++) {
            const struct core_kernel *kernel =
                core_kernel_for((enum core_isa)isa);
            if (kernel) {
                orthogonalise(&other, kernel, g);
                assert_memory_equal(one.result, other.result,
                                    rows * columns * sizeof(float));
            }
        }
        muon_free(&one);
        muon_free(&other);
    }
}

/* What pads a row of the work space is computed along and never joins in. */
static void what_the_space_held_before_does_not_matter(void **state)
{
    (void)state;
    static double g[NUMBERS];
    struct muon_case clean = muon_case(19, 21);
    struct muon_case used = muon_case(19, 21);
    for (size_t i = 0; i < muon_space(19, 21, NULL).size; i++) {
        used.space[i] = NAN;
    }
    random_matrix(g, 19 * 21, 3);
    orthogonalise(&clean, core_kernel_for(CORE_ISA_128), g);
    orthogonalise(&used, core_kernel_for(CORE_ISA_128), g);
    assert_memory_equal(clean.result, used.result, 19 * 21 * sizeof(float));
    muon_free(&clean);
    muon_free(&used);
}

static void size_of_the_gradient_does_not_matter_but_its_turn_does(void **state)
{
    (void)state;
    static double g[NUMBERS], large[NUMBERS], turned[NUMBERS];
    struct muon_case a = muon_case(12, 20);
    struct muon_case b = muon_case(12, 20);
    struct muon_case t = muon_case(20, 12);
    random_matrix(g, 240, 4);
    for (size_t i = 0; i < 12; i++) {
        for (size_t j = 0; j < 20; j++) {
            large[i * 20 + j] = 1000 * g[i * 20 + j];
            turned[j * 12 + i] = g[i * 20 + j];
        }
    }
    orthogonalise(&a, core_kernel_for(CORE_ISA_128), g);
    orthogonalise(&b, core_kernel_for(CORE_ISA_128), large);
    orthogonalise(&t, core_kernel_for(CORE_ISA_128), turned);
    for (size_t i = 0; i < 12; i++) {
        for (size_t j = 0; j < 20; j++) {
            double wanted = (double)a.result[i * 20 + j];
            assert_near((double)b.result[i * 20 + j], wanted, 2e-5);
            assert_near((double)t.result[j * 12 + i], wanted, 2e-5);
        }
    }
    muon_free(&a);
    muon_free(&b);
    muon_free(&t);
}

static void nothing_moves_without_gradient(void **state)
{
    (void)state;
    static double g[NUMBERS];
    struct muon_case c = muon_case(6, 10);
    memset(g, 0, sizeof g);
    orthogonalise(&c, core_kernel_for(CORE_ISA_128), g);
    for (size_t i = 0; i < 60; i++) {
        assert_true(c.result[i] == 0);
    }
    muon_free(&c);
}

/* A norm that no number holds must not pass for an update of nothing. */
static void a_norm_beyond_all_numbers_shows_as_nan(void **state)
{
    (void)state;
    static double g[NUMBERS];
    struct muon_case c = muon_case(3, 3);
    random_matrix(g, 9, 1);
    g[4] = 1e30;
    orthogonalise(&c, core_kernel_for(CORE_ISA_128), g);
    assert_true(isnan(c.result[4]));
    muon_free(&c);
}

int main(void)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(singular_values_are_found),
        cmocka_unit_test(singular_values_come_near_one),
        cmocka_unit_test(the_update_is_the_plain_formula),
        cmocka_unit_test(every_set_and_the_plain_kernel_agree_to_the_bit),
        cmocka_unit_test(what_the_space_held_before_does_not_matter),
        cmocka_unit_test(
            size_of_the_gradient_does_not_matter_but_its_turn_does),
        cmocka_unit_test(nothing_moves_without_gradient),
        cmocka_unit_test(a_norm_beyond_all_numbers_shows_as_nan),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
