/* What a text says a number is of, and which way it goes. */

#include "support/test.h"

#include "check/measure.h"

static struct arena arena;

static int tear_down(void **state)
{
    (void)state;
    arena_free(&arena);
    return 0;
}

static unsigned direction(const char *text, enum quantity quantity)
{
    return directions_in(&arena, str_from_c(text), quantity);
}

static void a_claim_says_which_way_it_goes(void **state)
{
    static const struct {
        const char *text;
        enum quantity quantity;
        unsigned says;
    } cases[] = {
        {"ends at a lower loss than", QUANTITY_LOSS, SAYS_LOWER},
        {"ends at a lower final loss", QUANTITY_EXCESS, SAYS_LOWER},
        {"a loss no worse than with", QUANTITY_LOSS, SAYS_NO_WORSE},
        {"leaves the final loss no worse.", QUANTITY_LOSS, SAYS_NO_WORSE},
        {"the loss is not higher", QUANTITY_LOSS, SAYS_NO_WORSE},
        {"a higher perplexity", QUANTITY_LOSS, SAYS_HIGHER},
        {"a worse loss, or a better one", QUANTITY_LOSS, SAYS_HIGHER},
        {"reduces the loss", QUANTITY_LOSS, SAYS_LOWER},
        {"a lower loss, and with smaller attention logits", QUANTITY_LOGITS,
         SAYS_LOWER},
        {"a lower loss and larger logits", QUANTITY_LOSS, SAYS_LOWER},
        {"a lower loss and larger logits", QUANTITY_LOGITS, SAYS_HIGHER},
        {"reaches a given loss in fewer steps", QUANTITY_LOSS, 0},
        {"no lower loss", QUANTITY_LOSS, 0},
        {"the loss, lower rates aside", QUANTITY_LOSS, 0},
        {"a lower rate and then some loss", QUANTITY_LOSS, 0},
        {"larger gradients", QUANTITY_LOSS, 0},
    };
    (void)state;
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        if (direction(cases[i].text, cases[i].quantity) != cases[i].says) {
            fail_msg("%s: %u", cases[i].text,
                     direction(cases[i].text, cases[i].quantity));
        }
    }
}

static unsigned splits(const char *text)
{
    return splits_in(&arena, str_from_c(text));
}

static void a_loss_is_of_training_or_of_held_out_text(void **state)
{
    (void)state;
    assert_int_equal(splits("per-domain training loss"), SPLIT_TRAINING);
    assert_int_equal(splits("a lower validation set loss"), SPLIT_HELD_OUT);
    assert_int_equal(splits("the loss on the training set"), SPLIT_TRAINING);
    assert_int_equal(splits("accuracy on held-out text"), SPLIT_HELD_OUT);
    assert_int_equal(splits("training loss, and test perplexity"),
                     SPLIT_TRAINING | SPLIT_HELD_OUT);
    assert_int_equal(splits("early pre-training loss"), SPLIT_UNSAID);
    assert_int_equal(splits("ends training at a lower loss"), SPLIT_UNSAID);
    assert_int_equal(splits("the loss, after training"), SPLIT_UNSAID);
    assert_int_equal(splits("cost of tuning"), SPLIT_UNSAID);
}

static unsigned quantities(const char *text)
{
    return quantities_in(&arena, str_from_c(text));
}

static void quantities_are_told_by_their_names(void **state)
{
    (void)state;
    assert_int_equal(quantities("final loss"), 1U << QUANTITY_LOSS);
    assert_int_equal(quantities("excess loss"), 1U << QUANTITY_EXCESS);
    assert_int_equal(quantities("residual RMS entering block 1"),
                     1U << QUANTITY_ACTIVATION);
    assert_int_equal(quantities("lossless, blossom"), 0);
}

static void units_are_told_by_what_they_measure(void **state)
{
    (void)state;
    assert_int_equal(unit_of(S("nats")), UNIT_NATS);
    assert_int_equal(unit_of(S(" Nats per token ")), UNIT_NATS);
    assert_int_equal(unit_of(S("% faster")), UNIT_PERCENT);
    assert_int_equal(unit_of(S("RMS")), UNIT_PLAIN);
    assert_int_equal(unit_of(S("")), UNIT_MISSING);
    assert_int_equal(unit_of(S("furlongs")), UNIT_UNKNOWN);
}

/* A metric whose own unit were unknown here could never be compared. */
static void every_metric_has_a_known_unit(void **state)
{
    (void)state;
    for (size_t i = 0; i < metric_count; i++) {
        assert_true(metric_infos[i].unit[0] == '\0' ||
                    unit_of(str_from_c(metric_infos[i].unit)) > UNIT_MISSING);
    }
}

int main(void)
{
    const struct CMUnitTest tests[] = {
#define TEST(name) cmocka_unit_test_teardown(name, tear_down)
        TEST(a_claim_says_which_way_it_goes),
        TEST(a_loss_is_of_training_or_of_held_out_text),
        TEST(quantities_are_told_by_their_names),
        TEST(units_are_told_by_what_they_measure),
        TEST(every_metric_has_a_known_unit),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
