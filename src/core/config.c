/* The table of fields made into defaults, checks and access by field. */
#include "core/core.h"

/* A page has the meanings in its own words, and the limits as numbers. */
#ifdef __wasm__
#define MEANING(text)   NULL
#define LIMIT(sentence) " is outside its limits"
#else
#define MEANING(text)   text
#define LIMIT(sentence) sentence
#endif

/* Choices last as long as their names; the count of names is the highest. */
#define COUNT(section, name, lowest, highest, preset, meaning) \
    {#section,                                                 \
     #name,                                                    \
     CORE_FIELD_COUNT,                                         \
     offsetof(struct core_config, section.name),               \
     lowest,                                                   \
     highest,                                                  \
     NULL,                                                     \
     MEANING(meaning)},
#define NUMBER(section, name, lowest, highest, preset, meaning) \
    {#section,                                                  \
     #name,                                                     \
     CORE_FIELD_NUMBER,                                         \
     offsetof(struct core_config, section.name),                \
     lowest,                                                    \
     highest,                                                   \
     NULL,                                                      \
     MEANING(meaning)},
#define CHOICE(section, name, preset, names, meaning) \
    {#section,                                        \
     #name,                                           \
     CORE_FIELD_CHOICE,                               \
     offsetof(struct core_config, section.name),      \
     0,                                               \
     CHOICE_HIGHEST_##name,                           \
     names,                                           \
     MEANING(meaning)},

enum {
    CHOICE_HIGHEST_norm = CORE_NORM_NONE,
    CHOICE_HIGHEST_norm_gain = CORE_NORM_GAIN_NONE,
    CHOICE_HIGHEST_norm_bias = CORE_NORM_BIAS_NONE,
    CHOICE_HIGHEST_placement = CORE_PLACEMENT_BOTH,
    CHOICE_HIGHEST_residual = CORE_RESIDUAL_DEEPNORM,
    CHOICE_HIGHEST_activation = CORE_ACTIVATION_SWIGLU,
    CHOICE_HIGHEST_positions = CORE_POSITIONS_ROPE,
    CHOICE_HIGHEST_head = CORE_HEAD_TIED,
    CHOICE_HIGHEST_qk_norm = CORE_QK_NORM_RMSNORM,
    CHOICE_HIGHEST_init = CORE_INIT_HE,
    CHOICE_HIGHEST_parameterisation = CORE_PARAMETERISATION_MUP,
    CHOICE_HIGHEST_optimizer = CORE_OPTIMIZER_MUON,
    CHOICE_HIGHEST_decay_form = CORE_DECAY_FORM_L2,
    CHOICE_HIGHEST_schedule = CORE_SCHEDULE_WSD
};

static const struct core_field fields[] = {
#define MODEL_FIELDS
#define TRAIN_FIELDS
#define DATA_FIELDS
#include "core/config.def"
#undef COUNT
#undef NUMBER
#undef CHOICE
};

/* What core_config_error says of a field out of its limits, in the order of the
 * table. */
#define COUNT(section, name, lowest, highest, preset, meaning)       \
#section "." #name LIMIT(" must be a whole number from " #lowest \
                             " to " #highest),
#define NUMBER(section, name, lowest, highest, preset, meaning) \
#section "." #name LIMIT(" must be a number from " #lowest " to " #highest),
#define CHOICE(section, name, preset, names, meaning) \
#section "." #name LIMIT(" must be one of " names),

static const char *const limits[] = {
#include "core/config.def"
#undef COUNT
#undef NUMBER
#undef CHOICE
};

#define COUNT(section, name, lowest, highest, preset, meaning) .name = (preset),
#define NUMBER(section, name, lowest, highest, preset, meaning) \
    .name = (preset),
#define CHOICE(section, name, preset, names, meaning) .name = (preset),
#undef MODEL_FIELDS
#undef TRAIN_FIELDS
#undef DATA_FIELDS

static const struct core_config decoder16 = {.model =
                                                 {
#define MODEL_FIELDS
#include "core/config.def"
#undef MODEL_FIELDS
                                                 },
                                             .train =
                                                 {
#define TRAIN_FIELDS
#include "core/config.def"
#undef TRAIN_FIELDS
                                                 },
                                             .data = {
#define DATA_FIELDS
#include "core/config.def"
#undef DATA_FIELDS
                                             }};

struct core_config core_preset_decoder16(void)
{
    return decoder16;
}

const struct core_field *core_fields(size_t *count)
{
    *count = sizeof(fields) / sizeof(fields[0]);
    return fields;
}

double core_field_get(const struct core_config *config,
                      const struct core_field *field)
{
    const char *at = (const char *)config + field->offset;
    if (field->kind == CORE_FIELD_NUMBER) {
        return *(const double *)(const void *)at;
    }
    /* Enums of ours are unsigned int in both compilers, as uint32_t is. */
    return *(const uint32_t *)(const void *)at;
}

void core_field_set(struct core_config *config, const struct core_field *field,
                    double value)
{
    char *at = (char *)config + field->offset;
    if (value != value) {
        value = field->lowest;
    }
    if (field->kind == CORE_FIELD_NUMBER) {
        *(double *)(void *)at = value;
        return;
    }
    value = value < field->lowest    ? field->lowest
            : value > field->highest ? field->highest
                                     : value;
    *(uint32_t *)(void *)at = (uint32_t)(value + 0.5);
}

static const char *limit_error(const struct core_config *config)
{
    for (size_t i = 0; i < sizeof(fields) / sizeof(fields[0]); i++) {
        double value = core_field_get(config, &fields[i]);
        if (!(value >= fields[i].lowest && value <= fields[i].highest)) {
            return limits[i];
        }
    }
    return NULL;
}

/* What limits on single fields cannot say of a model's shape. */
static const char *shape_error(const struct core_model *model)
{
    if (model->width % model->heads != 0) {
        return "model.heads must divide model.width";
    }
    if (model->positions == CORE_POSITIONS_SINUSOIDAL &&
        model->width % 2 != 0) {
        return "model.width must be even with sinusoidal positions: a "
               "position is pairs of sine and cosine";
    }
    if (model->positions == CORE_POSITIONS_ROPE &&
        model->width / model->heads % 2 != 0) {
        return "model.heads must leave an even width to each head with rope: "
               "it turns pairs of features";
    }
    return NULL;
}

/* Choices that do not go together. */
static const char *choice_error(const struct core_config *config)
{
    const struct core_model *model = &config->model;
    if (model->norm == CORE_NORM_NONE &&
        model->placement != CORE_PLACEMENT_PRE) {
        return "model.placement must be pre without a norm: there is nothing "
               "to place";
    }
    if (model->residual == CORE_RESIDUAL_DEEPNORM &&
        model->placement != CORE_PLACEMENT_POST) {
        return "model.placement must be post with deepnorm, which is a form "
               "of it";
    }
    if (model->parameterisation == CORE_PARAMETERISATION_MUP &&
        config->train.optimizer != CORE_OPTIMIZER_ADAMW) {
        return "train.optimizer must be adamw with mup: its rules for other "
               "optimizers are not here";
    }
    return NULL;
}

static const char *train_error(const struct core_train *train)
{
    if (train->batch % 4 != 0) {
        return "train.batch must be a multiple of 4, one lane a sequence";
    }
    if (train->schedule == CORE_SCHEDULE_WSD &&
        (uint64_t)train->warmup + train->cooldown > train->steps) {
        return "train.cooldown must fit between train.warmup and train.steps";
    }
    return NULL;
}

const char *core_config_error(const struct core_config *config)
{
    const struct core_data *data = &config->data;
    const char *error = limit_error(config);
    error = error ? error : shape_error(&config->model);
    error = error ? error : choice_error(config);
    error = error ? error : train_error(&config->train);
    if (!error &&
        data->letters + data->keys + data->values != config->model.vocab) {
        error = "model.vocab must be data.letters + data.keys + data.values";
    }
    return error;
}
