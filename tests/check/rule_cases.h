#ifndef CHECK_RULE_CASES_H
#define CHECK_RULE_CASES_H

/* One text for each rule: the places it is found at, and the piece whose
 * replacement makes it fine. */

struct rule_case {
    const char *rule;
    const char *files;  /* behind CONFIG, unless they bring their own */
    const char *places; /* of the rule's findings */
    const char *from, *to;
};

#define SOTA_1 "== p/SOTA-001.yaml\nid: SOTA-001\ntitle: One\nstatus: Active\n"
#define SOTA_2 "== p/SOTA-002.yaml\nid: SOTA-002\ntitle: Two\nstatus: Active\n"
#define SOTA_9 \
    "== p/SOTA-009.yaml\nid: SOTA-009\ntitle: Nine\nstatus: Rejected\n"
#define LIT_1                                                                \
    "== l/LIT-001.yaml\nid: LIT-001\ntitle: A paper\nstatus: Active\n"       \
    "date: '2026-01-01'\nauthors: [Anna de Vries, Bo Li]\npublished: "       \
    "'2020-02-12'\nurl: https://example.org/1\nexcerpts:\n- {locator: §1, " \
    "text: 'we draw from N(0, 0.02) and gain 1.5 points'}\n"
#define LIT_2                                                          \
    "== l/LIT-002.yaml\nid: LIT-002\ntitle: Another\nstatus: Active\n" \
    "published: '2019-01'\nurl: https://example.org/2\n"
#define VERSIONS                                                       \
    "versions:\n- {version: v1, date: '2019-01-02'}\n- {version: v2, " \
    "date: '2019-05-01', withdrawn: wrong table}\n- {version: v3, "    \
    "date: '2020-05-01'}\n"
#define LIT_3(identifiers)                                           \
    "== l/LIT-003.yaml\nid: LIT-003\ntitle: Third\nstatus: Active\n" \
    "date: '2026-01-01'\n" identifiers
#define LIT_4                                                                  \
    "== l/LIT-004.yaml\nid: LIT-004\ntitle: Fourth\nstatus: Active\nurl: "     \
    "https://example.org/4\nreports:\n- {id: base, what: loss of the "         \
    "baseline, value: '2.167', unit: nats}\n- {id: wide, what: training "      \
    "loss, "                                                                   \
    "value: '2.31', unit: nats}\n- {id: ppl, what: perplexity, value: '9.5', " \
    "unit: perplexity}\n- {id: held, what: evaluation loss, value: '2.4', "    \
    "unit: nats}\n"
#define TESTED(claim)                                                    \
    PLAN "== p/SOTA-001.yaml\ntitle: One\nstatus: Active\nclaim: " claim \
         "\nevidence: [EXP-001.larger]\n"
#define BODY_1 \
    "== p/SOTA-001.md\n---\nid: SOTA-001\ntitle: One\nstatus: Active\n---\n"

#define CHAPTER_1 "== site/chapters/01-a.md\n---\ntitle: T\n"
#define PLANNED   "== e/EXP-002.yaml\ntitle: T\nquestion: Q?\nstatus: planned\n"

static const struct rule_case rule_cases[] = {
    /* files and YAML */
    {"file-unreadable", "== p/SOTA-003.md\n{{link}}\n", "p/SOTA-003.md:1:1",
     "{{link}}\n", "---\ntitle: Three\n---\n"},
    {"text-invalid", SOTA_1 "summary: caf\xe9\n", "p/SOTA-001.yaml:4:13",
     "\xe9", "\xc3\xa9"},
    {"yaml-syntax", SOTA_1 "summary: 'open\n", "p/SOTA-001.yaml:4:10", "'open",
     "'open'"},
    {"yaml-unclosed", "== p/SOTA-003.md\n---\ntitle: Three\n\n# Three\n",
     "p/SOTA-003.md:1:1", "\n\n#", "\n---\n\n#"},
    {"yaml-duplicate-key", SOTA_1 "title: Uno\n", "p/SOTA-001.yaml:4:1",
     "title: Uno", "summary: Uno"},
    {"yaml-tab", SOTA_1 "history:\n\t- version: 1\n", "p/SOTA-001.yaml:5:1",
     "\t", "  "},
    {"yaml-html-comment", SOTA_1 "<!-- a note -->\n", "p/SOTA-001.yaml:4:1",
     "<!-- a note -->", "# a note"},
    {"yaml-alias", SOTA_1 "tags: &a [norm]\n", "p/SOTA-001.yaml:4:7", "&a ",
     ""},
    {"yaml-too-deep", SOTA_1 "tags: {{70:[}}{{70:]}}\n", "p/SOTA-001.yaml:4:70",
     "{{70:[}}{{70:]}}", "[norm]"},
    {"yaml-too-large", SOTA_1 "summary: {{120000:ten bytes }}\n",
     "p/SOTA-001.yaml:1:1", "120000", "100"},

    /* configuration */
    {"config-invalid", CONFIG "rulez: {}\n", "probatum.yaml:25:1", "rulez",
     "rules"},
    {"rule-unknown",
     CONFIG "rules: {link-unresolvd: warning}\n" SOTA_1
            "acknowledged:\n- {rule: link-retird, reason: no}\n",
     "p/SOTA-001.yaml:5:3 probatum.yaml:25:9",
     "link-unresolvd: warning}\n" SOTA_1 "acknowledged:\n- {rule: link-retird,",
     "link-unresolved: warning}\n" SOTA_1
     "acknowledged:\n- {rule: link-retired,"},

    /* fields */
    {"front-matter-missing", "== p/SOTA-003.md\n# Three\n", "p/SOTA-003.md:1:1",
     "# Three", "---\ntitle: Three\n---\n"},
    {"field-unknown", SOTA_1 "sumary: No.\n", "p/SOTA-001.yaml:4:1", "sumary",
     "summary"},
    {"field-wrong-role", SOTA_1 "arxiv: '1706.03762'\n", "p/SOTA-001.yaml:4:1",
     "arxiv: '1706.03762'", "published: '2017-06'"},
    {"field-type", SOTA_1 "date: '2026-02-30'\n", "p/SOTA-001.yaml:4:7", "30",
     "28"},
    {"field-empty", SOTA_1 "source:\n", "p/SOTA-001.yaml:4:8",
     "source:", "source: []"},
    {"required-missing", "== p/SOTA-003.yaml\nid: SOTA-003\nstatus: Proposed\n",
     "p/SOTA-003.yaml:1:1 p/SOTA-003.yaml:2:9", "status: Proposed\n",
     "status: Proposed\ntitle: Three\npromote_when: An outside run.\n"},
    {"status-unknown",
     "== p/SOTA-003.yaml\ntitle: Three\nstatus: Superseded by Two\n",
     "p/SOTA-003.yaml:2:9", " by Two", ""},
    {"word-undeclared", SOTA_1 "tags: [norm, inti]\nconsensus: unanimous\n",
     "p/SOTA-001.yaml:4:14 p/SOTA-001.yaml:5:12", "inti]\nconsensus: unanimous",
     "init]\nconsensus: universal"},
    {"version-unquoted", SOTA_1 "version: 1.10\n", "p/SOTA-001.yaml:4:10",
     "1.10", "110"},
    {"title-heading", BODY_1 "\n# SOTA-001: Two\n", "p/SOTA-001.md:7:3",
     ": Two", ": One"},
    {"title-heading",
     "== p/SOTA-003.md\n---\ntitle: 'Scale `B` by N'\nstatus: Active\n---\n"
     "# SOTA-003: Scale B by C\n",
     "p/SOTA-003.md:5:3", "B by C", "`B`  by N"},

    {"item-twice",
     SOTA_2 SOTA_1 "tags: [norm, init, norm]\nimplementations: [a, b]\n"
                   "compared_against: [SOTA-002, SOTA-002]\n",
     "p/SOTA-001.yaml:4:20 p/SOTA-001.yaml:6:30",
     ", norm]\nimplementations: [a, b]\ncompared_against: [SOTA-002, ",
     "]\nimplementations: [a, b]\ncompared_against: ["},

    /* ids */
    {"id-malformed", "== p/three.yaml\nid: three\ntitle: Three\n",
     "p/three.yaml:1:5", "id: three", "id: SOTA-003"},
    {"id-mismatch", "== p/SOTA-003.yaml\nid: SOTA-004\ntitle: Three\n",
     "p/SOTA-003.yaml:1:5", "004", "003"},
    {"id-duplicate", SOTA_1 "== p/other.yaml\nid: SOTA-001\ntitle: One again\n",
     "p/other.yaml:1:5", "id: SOTA-001\ntitle: One again",
     "id: SOTA-003\ntitle: One again"},
    {"reference-malformed",
     SOTA_1 LIT_1 "source: [LIT-001, Megatron]\n" SOTA_2
                  "source: [LIT-001, Megatron]\n",
     "p/SOTA-002.yaml:4:19", SOTA_2 "source: [LIT-001, Megatron]",
     SOTA_2 "source: [LIT-001]"},

    /* links */
    {"link-unresolved", LIT_1 SOTA_1 "source: [LIT-001, LIT-004]\n",
     "p/SOTA-001.yaml:4:19", "LIT-004", "LIT-001"},
    {"link-unresolved", LIT_1 BODY_1 "See LIT-\n044, or `LIT-045`.\n",
     "p/SOTA-001.md:6:5", "LIT-\n044", "LIT-\n001"},
    {"link-nowhere", BODY_1 "## Part\n\nSee [a](n.txt), [b](#prat).\n",
     "p/SOTA-001.md:8:9 p/SOTA-001.md:8:21", "n.txt), [b](#prat)",
     "SOTA-001.md), [b](#part)"},
    {"link-nowhere",
     SOTA_2 SOTA_1 "summary: >-\n  As [a](../x/SOTA-2.yaml)\n  says.\n"
                   "history: [{version: 1, note: 'Of [b](javascript:a).'}]\n",
     "p/SOTA-001.yaml:5:10 p/SOTA-001.yaml:7:38",
     "SOTA-2.yaml)\n  says.\nhistory: [{version: 1, note: 'Of "
     "[b](javascript:a)",
     "SOTA-002.yaml)\n  says.\nhistory: [{version: 1, note: 'Of "
     "[b](mailto:a@b.c)"},
    {"link-nowhere",
     CHAPTER_1 "summary: In [b](02-c.md).\n---\nA [b](02-b.md#parts), [c]().\n"
               "== site/chapters/02-b.md\n---\ntitle: B\n---\n## Part\n",
     "site/chapters/01-a.md:3:17 site/chapters/01-a.md:5:1 "
     "site/chapters/01-a.md:5:7",
     "02-c.md).\n---\nA [b](02-b.md#parts), [c]()",
     "02-b.md).\n---\nA [b](02-b.md#part), [c](https://e.org)"},
    {"link-wrong-kind",
     LIT_1 SOTA_2 SOTA_1
     "citations:\n- {ref: SOTA-002, role: source, locator: §1}\n",
     "p/SOTA-001.yaml:5:9", "SOTA-002, role", "LIT-001, role"},
    {"link-wrong-kind", LIT_1 SOTA_2 SOTA_1 "source: [LIT-001, SOTA-002]\n",
     "p/SOTA-001.yaml:4:19", ", SOTA-002]", "]\ncompared_against: [SOTA-002]"},
    {"link-self", SOTA_2 SOTA_1 "compared_against: [SOTA-001]\n",
     "p/SOTA-001.yaml:4:20", "[SOTA-001]", "[SOTA-002]"},
    {"link-self", SOTA_1 "implementations: [llama, SOTA-001]\n",
     "p/SOTA-001.yaml:4:26", "[llama, SOTA-001]",
     "[llama]\nsummary: SOTA-001 says so."},
    {"temporary-code", BODY_1 "As SOTA-\ntmpd4ui says.\n", "p/SOTA-001.md:6:4",
     "SOTA-\ntmpd4ui", "`SOTA-tmpd4ui`"},
    {"temporary-code", SOTA_1 "extended_by: [SOTA-tmpd4ui]\n",
     "p/SOTA-001.yaml:4:15", "extended_by", "formerly"},
    {"link-retired",
     SOTA_9 BODY_1 "One SOTA-009 here.\n\nAnd [SOTA-009](SOTA-009.md).\n",
     "p/SOTA-001.md:6:5 p/SOTA-001.md:8:6", "status: Active",
     "status: Rejected"},
    {"link-retired",
     "== t/THEORY-001.yaml\ntitle: T\nstatus: Rejected\n" SOTA_1
     "explained_by: [THEORY-001]\n",
     "p/SOTA-001.yaml:4:16", "explained_by: [THEORY-001]\n",
     "explained_by: [THEORY-001]\nacknowledged: [{rule: link-retired, target: "
     "THEORY-001, status: Rejected, reason: named as history}]\n"},
    {"link-retired", SOTA_9 SOTA_1 "extends: [SOTA-009]\n",
     "p/SOTA-001.yaml:4:11", "extends", "compared_against"},
    {"link-retired",
     "== p/SOTA-009.yaml\nid: SOTA-009\ntitle: Nine\nstatus: Superseded\n"
     "superseded_by: [SOTA-002]\n" SOTA_1 "summary: As in SOTA-009.\n",
     "p/SOTA-001.yaml:4:16", "[SOTA-002]", "[SOTA-001]"},
    {"link-former",
     "== p/SOTA-003.yaml\ntitle: Three\nstatus: Active\nformerly: "
     "[SOTA-033]\n" SOTA_1 "compared_against: [SOTA-033]\nsummary: As in "
     "SOTA-033. It was formerly SOTA-033.\n",
     "p/SOTA-001.yaml:4:20 p/SOTA-001.yaml:5:16",
     "[SOTA-033]\nsummary: As in SOTA-033.",
     "[SOTA-003]\nsummary: As in SOTA-003."},
    {"converse-missing", SOTA_2 SOTA_1 "extends: [SOTA-002]\n",
     "p/SOTA-001.yaml:4:11", "title: Two",
     "title: Two\nextended_by: [SOTA-001]"},

    /* retiring */
    {"superseded-without-successor",
     SOTA_1 "== p/SOTA-003.yaml\ntitle: Three\nstatus: Superseded\n",
     "p/SOTA-003.yaml:2:9", "Superseded\n",
     "Superseded\nsuperseded_by: [SOTA-001]\n"},
    {"superseded-in-force", SOTA_2 SOTA_1 "superseded_by: [SOTA-002]\n",
     "p/SOTA-001.yaml:3:9", "One\nstatus: Active", "One\nstatus: Superseded"},
    {"superseding-one-sided", SOTA_1 SOTA_2 "supersedes: [SOTA-001]\n",
     "p/SOTA-001.yaml:3:9 p/SOTA-002.yaml:4:14", "One\nstatus: Active",
     "One\nsuperseded_by: [SOTA-002]\nstatus: Superseded"},
    {"superseded-circle",
     SOTA_1 "superseded_by: [SOTA-002]\n" SOTA_2
            "superseded_by: [SOTA-003]\n== p/SOTA-003.yaml\ntitle: Three\n"
            "status: Superseded\nsuperseded_by: [SOTA-001]\n",
     "p/SOTA-003.yaml:3:16", "Superseded\nsuperseded_by: [SOTA-001]", "Active"},

    /* acknowledgements */
    {"acknowledgement-untrue",
     SOTA_9 BODY_1 "<!-- inactive-ok: SOTA-009 - Proposed -->\nSee SOTA-009.\n",
     "p/SOTA-001.md:6:1", "- Proposed", "- Rejected"},
    {"acknowledgement-untrue",
     SOTA_9 SOTA_1
     "compared_against: [SOTA-009]\nacknowledged:\n- {rule: "
     "link-retired, target: SOTA-009, until: '2026-11-28', reason: soon}\n",
     "p/SOTA-001.yaml:6:3", "11-28", "11-29"},
    {"acknowledgement-untrue",
     BODY_1 "<!-- inactive-ok: SOTA-099 - gone -->\nWords.\n",
     "p/SOTA-001.md:6:1", "Words", "SOTA-099"},
    {"acknowledgement-unused",
     SOTA_9 BODY_1 "<!-- inactive-ok: SOTA-009 - Rejected -->\nWords.\n",
     "p/SOTA-001.md:6:1", "Words", "SOTA-009"},

    /* history */
    {"history-missing", SOTA_1 "version: 2\n", "p/SOTA-001.yaml:4:10",
     "version: 2", "version: 1"},
    {"version-twice",
     SOTA_1 "version: 3\nhistory:\n- {version: 2, date: '2026-01-01', note: It "
            "was made much clearer.}\n- {version: 3, date: '2026-01-02', note: "
            "It was made much clearer.}\n- {version: 3, date: '2026-01-03', "
            "note: It was made much clearer.}\n",
     "p/SOTA-001.yaml:8:3", "- {version: 3, date: '2026-01-03'",
     "- {version: 4, date: '2026-01-03'"},
    {"history-gap",
     SOTA_1 "version: 4\nhistory:\n- {version: 2, date: '2026-01-01', note: It "
            "was made much clearer.}\n- {version: 4, date: '2026-01-01', note: "
            "It was made much clearer.}\n",
     "p/SOTA-001.yaml:7:3", "- {version: 4", "- {version: 3"},
    {"history-end",
     SOTA_1 "version: 3\nhistory:\n- {version: 2, date: '2026-01-01', note: It "
            "was made much clearer.}\n",
     "p/SOTA-001.yaml:4:10", "version: 3", "version: 2"},
    {"history-undated",
     SOTA_1 "version: 2\nhistory:\n- version: 2\n  note: It was made much "
            "clearer.\n",
     "p/SOTA-001.yaml:6:3", "- version: 2\n",
     "- version: 2\n  date: '2026-01-01'\n"},
    {"history-order",
     SOTA_1 "date: '2026-03-01'\nversion: 3\nhistory:\n- {version: 1, date: "
            "'2026-02-01'}\n- {version: 2, date: '2026-05-01', note: It was "
            "made much clearer.}\n- {version: 3, date: '2026-04-01', note: It "
            "was made much clearer.}\n",
     "p/SOTA-001.yaml:7:22 p/SOTA-001.yaml:9:22",
     "02-01'}\n- {version: 2, date: '2026-05-01'",
     "03-01'}\n- {version: 2, date: '2026-04-01'"},
    {"history-note-thin",
     SOTA_1 "version: 2\nhistory:\n- {version: 2, date: '2026-01-01', note: "
            "The}\n",
     "p/SOTA-001.yaml:6:42", "note: The}", "note: The source became LIT-005.}"},
    {"dependency-suspect",
     SOTA_1 "date: '2026-01-02'\nsource: [LIT-003, LIT-003]\n" SOTA_2
            "date: '2025-12-31'\nversion: 2\nhistory: [{version: 2, date: "
            "'2026-01-03', note: Read again; nothing changes.}]\n"
            "citations: [{ref: LIT-003, locator: §1}]\n" LIT_3(
                "version: 2\nhistory: [{version: 2, date: '2026-01-03', level: "
                "major, note: It was retracted.}]\nurl: https://e.org\n"),
     "p/SOTA-001.yaml:5:10", "level: major", "level: minor"},
    {"dependency-suspect",
     SOTA_1 "date: '2026-01-02'\ncompared_against: [SOTA-002]\n" SOTA_2
            "version: 2\nhistory: [{version: 2, date: '2026-01-03', level: "
            "major, note: It says something else.}]\n",
     "p/SOTA-001.yaml:5:20", "date: '2026-01-02'", "date: '2026-01-03'"},
    {"dependency-suspect",
     SOTA_1 "date: '2026-01-02'\nextends: [SOTA-002]\n" SOTA_2
            "version: 2\nhistory: [{version: 2, date: '2026-01-03', level: "
            "major, note: It says something else.}]\nextended_by: [SOTA-001]\n",
     "p/SOTA-001.yaml:5:11", "extends: [", "extended_by: ["},

    /* identifiers */
    {"arxiv-invalid", LIT_3("arxiv: '1501.0001'\n"), "l/LIT-003.yaml:5:8",
     "1501.0001", "1501.00001"},
    {"arxiv-invalid", LIT_3("arxiv: '2602.00001'\n"), "l/LIT-003.yaml:5:8",
     "2602", "2601"},
    {"arxiv-unversioned",
     LIT_3("arxiv: '1706.03762'\nexcerpts: [{locator: §1, text: words}]\n"),
     "l/LIT-003.yaml:5:8", "03762", "03762v5"},
    {"doi-invalid", LIT_3("doi: 10.1000/\n"), "l/LIT-003.yaml:5:6", "10.1000/",
     "10.1000/182"},
    {"doi-invalid", LIT_3("doi: 10.5555/0123-4567(89)01234-5.\n"),
     "l/LIT-003.yaml:5:6", "5.\n", "5\n"},
    {"identifier-spelling",
     LIT_3("arxiv: https://arxiv.org/abs/1706.03762v5\ndoi: "
           "https://doi.org/10.1000/182\n"),
     "l/LIT-003.yaml:5:8 l/LIT-003.yaml:6:6",
     "https://arxiv.org/abs/1706.03762v5\ndoi: https://doi.org/",
     "1706.03762v5\ndoi: "},
    {"doi-unusual",
     LIT_3("doi: 10.5555/(SICI)1000(199901)14:1<3::AID-XYZ1>3.0.CO;2-K\n"),
     "l/LIT-003.yaml:5:6", "1<3::AID-XYZ1>3", "1-3"},
    {"url-invalid", LIT_3("url: openai.com/gpt-2.pdf\n"), "l/LIT-003.yaml:5:6",
     "openai", "https://openai"},
    {"identifier-missing", LIT_3("type: report\n"), "l/LIT-003.yaml:2:8",
     "type: report", "type: supplied"},
    {"identifier-disagree",
     LIT_3("arxiv: '1706.03762v5'\ndoi: 10.48550/arXiv.1706.03763\nurl: "
           "https://arxiv.org/abs/1706.03762v7\n"),
     "l/LIT-003.yaml:6:6 l/LIT-003.yaml:7:6 l/LIT-003.yaml:7:6",
     "03763\nurl: https://arxiv.org/abs/1706.03762v7",
     "03762\nurl: https://arxiv.org/abs/1706.03762v5"},
    {"citation-key-invalid", LIT_3("url: https://e.org\ncite_key: 'a b'\n"),
     "l/LIT-003.yaml:6:11", "a b", "a-b"},
    {"citation-key-duplicate",
     LIT_1 LIT_3("url: https://e.org\ncite_key: LIT-001\n"),
     "l/LIT-003.yaml:6:11", "cite_key: LIT-001", "cite_key: LIT-01"},
    {"citation-key-duplicate",
     "== l/LIT-002.yaml\nid: LIT-002\ntitle: Two\nstatus: Active\nurl: "
     "https://e.org/2\ncite_key: LIT-009\n== l/LIT-004.yaml\nid: LIT-004\n"
     "formerly: [LIT-tmpab, LIT-009]\ntitle: Four\nstatus: Active\nurl: "
     "https://e.org/4\n",
     "l/LIT-002.yaml:5:11", "cite_key: LIT-009", "cite_key: LIT-010"},
    {"identifier-duplicate",
     LIT_3("arxiv: '1706.03762v5'\n") "== l/LIT-004.yaml\ntitle: Same\nstatus: "
                                      "Rejected\nurl: "
                                      "https://arxiv.org/pdf/1706.03762\n",
     "l/LIT-004.yaml:3:6", "Rejected\n",
     "Rejected\nsuperseded_by: [LIT-003]\n"},
    {"published-arxiv", LIT_3("arxiv: '1706.03762'\npublished: '2017-12-06'\n"),
     "l/LIT-003.yaml:6:12", "2017-12-06", "2017-07-01"},
    {"published-arxiv", LIT_3("arxiv: '1706.03762'\npublished: '2018'\n"),
     "l/LIT-003.yaml:6:12", "2018", "2017"},

    /* citations */
    {"citation-twice",
     LIT_1 SOTA_1 "source: [LIT-001]\ncitations: [{ref: LIT-001, role: source, "
                  "locator: §1}]\n",
     "p/SOTA-001.yaml:4:10", "role: source", "role: introduced_by"},
    {"citation-author",
     LIT_1 BODY_1 "As Li et al.\n(2020), [LIT-001](x), say.\n",
     "p/SOTA-001.md:6:4", "Li et", "Vries et"},
    {"citation-author", LIT_1 BODY_1 "De Vries and Li (2019), LIT-001.\n",
     "p/SOTA-001.md:6:4", "2019", "2020"},
    {"citation-author",
     LIT_1 SOTA_1 "summary: >-\n  Ba, Li & Vries (2020), "
                  "LIT-001.\n",
     "p/SOTA-001.yaml:5:3", "Ba, Li & Vries", "Vries, Ba & Li"},
    {"citation-author", LIT_1 BODY_1 "What Xiong et al. (LIT-001) say.\n",
     "p/SOTA-001.md:6:6", "Xiong", "de Vries"},
    {"citation-no-locator",
     LIT_1 SOTA_1 "citations:\n- {ref: LIT-001, role: source}\n",
     "p/SOTA-001.yaml:5:3", "citations:\n- {ref: LIT-001, role: source}",
     "source: [LIT-001]"},
    {"citation-retracted",
     LIT_2 "retracted: '2026-01-02: data lost'\n" SOTA_1 "source: [LIT-002]\n",
     "p/SOTA-001.yaml:4:10", "source: [LIT-002]",
     "formerly_cited: [{ref: LIT-002, note: retracted}]"},
    {"retraction-undated", LIT_2 "retracted: data lost\n",
     "l/LIT-002.yaml:6:12", "data lost", "2026-01-02, data lost"},
    {"version-outdated",
     LIT_2 VERSIONS SOTA_1 "citations: [{ref: LIT-002, locator: 'v1 §4'}]\n",
     "p/SOTA-001.yaml:4:19", "v1 §4", "v3 §4"},
    {"version-withdrawn",
     LIT_2 VERSIONS SOTA_1 "citations: [{ref: LIT-002, locator: 'v2 §4'}]\n",
     "p/SOTA-001.yaml:4:19", "v2 §4", "v1 §4"},
    {"citation-origin-late",
     LIT_1 LIT_2 SOTA_1 "introduced_by: [LIT-001]\nsource: [LIT-002]\n",
     "p/SOTA-001.yaml:4:17", "introduced_by: [LIT-001]\nsource: [LIT-002]",
     "introduced_by: [LIT-002]\nsource: [LIT-001]"},
    {"published-drift",
     LIT_1 LIT_2 SOTA_1 "published: '2020-03'\nsource: [LIT-002, LIT-001]\n",
     "p/SOTA-001.yaml:4:12", "2020-03", "2020-02-01"},
    {"contested-unsourced",
     LIT_1 SOTA_1 "consensus: contested\nsource: [LIT-001]\n",
     "p/SOTA-001.yaml:4:12", "source:", "contested_by:"},
    {"quote-not-found",
     LIT_1 SOTA_1 "citations:\n- {ref: LIT-001, locator: §1, quote: gain 15 "
                  "points}\n",
     "p/SOTA-001.yaml:5:38", "gain 15", "we draw [...] 1.5"},
    {"quote-not-found",
     LIT_1 SOTA_1 "citations:\n- {ref: LIT-001, locator: §1, quote: and gain "
                  "1}\n",
     "p/SOTA-001.yaml:5:38", "quote: and gain 1", "quote: and gain"},
    {"number-not-cited",
     LIT_1
     "== p/SOTA-003.yaml\ntitle: Draw from N(0, 0.03) with GPT-2\nstatus: "
     "Active\nclaim: It gains 3e-2 or 150%.\nsource: [LIT-001]\n",
     "p/SOTA-003.yaml:1:23 p/SOTA-003.yaml:3:17",
     "0.03) with GPT-2\nstatus: Active\nclaim: It gains 3e-2",
     "0.020) with GPT-2\nstatus: Active\nclaim: It gains 2e-2"},
    {"number-not-cited",
     LIT_1 SOTA_1 "summary: It gains 1.6 points.\ncitations:\n- {ref: LIT-001, "
                  "locator: §1, note: 'It draws from 0.03, see section 4.2'}\n",
     "p/SOTA-001.yaml:4:19 p/SOTA-001.yaml:6:52",
     "1.6 points.\ncitations:\n- {ref: LIT-001, locator: §1, note: 'It draws "
     "from 0.03",
     "1.5 points.\ncitations:\n- {ref: LIT-001, locator: §1, note: 'It draws "
     "from 0.02"},
    {"number-report-disagree", LIT_4 BODY_1 "In LIT-004 it ends at 2.176.\n",
     "p/SOTA-001.md:6:23", "2.176", "2.17"},
    {"number-report-disagree",
     LIT_4 BODY_1 "One. The loss of the\nbaseline of LIT-004 is 3.5. Two.\n"
                  "\nAs LIT-004#base says, 2.999.\n",
     "p/SOTA-001.md:9:23", "2.999", "2.167"},
    {"number-report-disagree",
     LIT_4 "body: |\n  # Fourth\n\n  The baseline has 2.161.\n",
     "l/LIT-004.yaml:13:20", "2.161", "2.167"},
    {"number-table-disagree",
     BODY_1 "Countdown ends at a score of 18.00. It has 2 parts.\n\n"
            "| task | score | n |\n|---|--:|---|\n| `Countdown` | 16.00 | 3 |\n"
            "| Other | 17.00 | 3 |\n",
     "p/SOTA-001.md:6:30", "18.00", "16.0"},
    {"number-table-disagree",
     BODY_1 "| n | loss |\n|---|---|\n| RMSNorm | 2.140 ± 0.008 |\n"
            "| LayerNorm | 2.277 |\n\nRMSNorm ends at 2.410, it seems.\n",
     "p/SOTA-001.md:11:17", "2.410", "2.14"},
    {"report-disagree",
     LIT_4 SOTA_1 "citations:\n- ref: LIT-004\n  locator: §1\n  reports:\n  - "
                  "{what: Training loss, value: '2.13', unit: nats}\n",
     "p/SOTA-001.yaml:8:34", "2.13", "2.310"},
    {"ablation-contradiction",
     LIT_1 LIT_2
     "ablates: [SOTA-001]\n" SOTA_1
     "citations:\n- {ref: LIT-001, locator: §1, ablation: none}\n- {ref: "
     "LIT-002, locator: §1, ablation: none}\nablation: {present: false}\n",
     "p/SOTA-001.yaml:6:3 p/SOTA-001.yaml:7:11",
     "ablation: none}\nablation: {present: false}",
     "ablation: full}\nablation: {present: true}"},
    {"ablation-contradiction",
     LIT_1 SOTA_1 "citations:\n- {ref: LIT-001, locator: §1, ablation: none}\n"
                  "ablation: {present: true}\n",
     "p/SOTA-001.yaml:6:11", "present: true", "present: false"},

    /* evidence */
    {"practice-without-claim", SOTA_1, "p/SOTA-001.yaml:2:8",
     "status: Active\n", "status: Active\nclaim: Two are better than one.\n"},
    {"practice-without-evidence", SOTA_1 "evidence: []\n",
     "p/SOTA-001.yaml:4:1", "status: Active", "status: Rejected"},
    {"evidence-unknown", PLAN SOTA_1 "evidence: [EXP-001.largr, EXP-001, x]\n",
     "p/SOTA-001.yaml:4:12 p/SOTA-001.yaml:4:27 p/SOTA-001.yaml:4:36",
     "[EXP-001.largr, EXP-001, x]", "[EXP-001.larger]"},
    {"evidence-mismatch",
     PLAN SOTA_1 "evidence: [EXP-001.larger]\n" SOTA_2
                 "evidence: [EXP-001.larger]\n",
     "p/SOTA-002.yaml:4:12", SOTA_2 "evidence: [EXP-001.larger]", SOTA_2},
    {"hypothesis-unlisted", PLAN SOTA_1, "e/EXP-001.yaml:14:3",
     "status: Active", "status: Active\nevidence: [EXP-001.larger]"},
    {"evidence-missing", PLAN SOTA_1 "evidence: [EXP-001.larger]\n",
     "p/SOTA-001.yaml:4:12", "status: active", "status: planned"},
    {"evidence-unreadable",
     PLAN "== e/evidence/EXP-001.json\n{\"experiment\": \n",
     "e/evidence/EXP-001.json:1:1", "== e/evidence/EXP-001.json", "== e/_x"},

    /* plans */
    {"plan-invalid", PLANNED "train: {lr: -1.0}\n", "e/EXP-002.yaml:4:13",
     "-1.0", "0.001"},
    {"plan-unknown-key", PLAN "bloks: 3\n", "e/EXP-001.yaml:15:1", "bloks: 3\n",
     ""},
    {"plan-arm", PLANNED "arms:\n  RMS norm: {}\n", "e/EXP-002.yaml:5:3",
     "RMS norm", "rms-norm"},
    {"plan-seeds", PLANNED "seeds: {tuning: [1, 2], claim: [2, 3]}\n",
     "e/EXP-002.yaml:4:33", "[2, 3]", "[3, 4]"},
    {"plan-hypothesis",
     SOTA_1 PLANNED
     "arms: {a: {}, b: {train.lr: 0.01}}\nmeasure: [final-loss]\n"
     "hypotheses:\n- {id: h, practice: SOTA-001, metric: final-loss, better: "
     "lower, control: a, treatment: b, expect: faster, margin: 0.01, alpha: "
     "0.05, looks: 1, worst: 3.466}\n",
     "e/EXP-002.yaml:7:100", "faster", "no-worse"},
    {"plan-metric", PLANNED "measure: [final-los]\n", "e/EXP-002.yaml:4:11",
     "final-los", "final-loss"},
    {"plan-reported",
     LIT_1
     "reports: [{id: loss, what: loss, value: '2.440'}]\n" PLANNED
     "arms: {a: {}}\nmeasure: [final-loss]\nreported:\n- {arm: a, metric: "
     "final-loss, ref: LIT-001#los}\n",
     "e/EXP-002.yaml:7:37", "#los}", "#loss}"},
    {"report-unit-mismatch",
     LIT_4 PLANNED
     "arms: {a: {}}\nmeasure: [final-loss]\nreported:\n- {arm: a, "
     "metric: final-loss, ref: LIT-004#ppl}\n",
     "e/EXP-002.yaml:7:37", "#ppl}", "#held}"},
    {"report-metric-mismatch",
     LIT_4 PLANNED
     "arms: {a: {}}\nmeasure: [final-loss]\nreported:\n- {arm: a, "
     "metric: final-loss, ref: LIT-004#wide}\n",
     "e/EXP-002.yaml:7:37", "#wide}", "#held}"},
    {"report-metric-mismatch",
     LIT_4 PLANNED
     "arms: {a: {}}\nmeasure: [residual-growth]\nreported:\n- {arm: a, "
     "metric: residual-growth, ref: LIT-004#held}\n",
     "e/EXP-002.yaml:7:42", "evaluation loss", "residual RMS"},
    {"hypothesis-direction", TESTED("Large steps end at a higher loss."),
     "p/SOTA-001.yaml:4:12", "higher", "lower"},
    {"hypothesis-direction", TESTED("Large steps leave the loss no worse."),
     "p/SOTA-001.yaml:4:12", "no worse", "lower"},
    {"claim-metric-mismatch", TESTED("It ends at a lower training loss."),
     "p/SOTA-001.yaml:4:12", "training", "validation"},
    {"claim-metric-mismatch", TESTED("It ends at a higher accuracy."),
     "p/SOTA-001.yaml:4:12", "accuracy", "loss"},
    {"claim-metric-mismatch",
     LIT_4 SOTA_1
     "claim: The training loss falls.\nsource: [LIT-001]\n"
     "== l/LIT-001.yaml\ntitle: T\nstatus: Active\nurl: https://a.b/\n"
     "excerpts: [{locator: §1, text: a lower loss on the validation set}]\n",
     "p/SOTA-001.yaml:4:8", "validation set", "training set"},

    /* Markdown */
    {"markdown-too-large", BODY_1 "{{30000:ten bytes }}\n", "p/SOTA-001.md:6:1",
     "30000", "300"},
    {"markdown-too-deep", BODY_1 "{{2000:> }}deep\n", "p/SOTA-001.md:6:1",
     "2000", "2"},
    {"table-row-too-long", BODY_1 "| norm |\n|---|\n| a | b |\n",
     "p/SOTA-001.md:8:7", "a | b", "a \\| b"},
    {"table-too-large", BODY_1 "{{90:|a}}|\n{{90:|-}}|\n{{9000:|\n}}\n",
     "p/SOTA-001.md:6:1", "{{9000:|\n}}", "|a|\n"},
    {"math-unclosed", BODY_1 "A $$ y = x\n", "p/SOTA-001.md:6:3", "y = x",
     "y = x $$"},
    {"math-text-underscore", BODY_1 "$\\text{a_b}$\n", "p/SOTA-001.md:6:9",
     "a_b", "a\\_b"},
    {"footnote-unmatched", BODY_1 "Slow.[^disk]\n\n[^disc]: Full.\n",
     "p/SOTA-001.md:6:6 p/SOTA-001.md:8:1", "[^disc]", "[^disk]"},
    {"math-invalid", BODY_1 "Of $x_{1$ little.\n", "p/SOTA-001.md:6:9", "x_{1",
     "x_{1}"},
    {"math-invalid",
     SOTA_1
     "claim: Of $x_{1$ little.\nsummary: >-\n  So $a$ and\n  $\\frac{1}$."
     "\nflags: [{since: 1, text: 'Not $\\nonsense$.'}]\n" CHAPTER_1
     "summary: \"In $y_{2$.\"\n---\nText.\n",
     "p/SOTA-001.yaml:4:16 p/SOTA-001.yaml:7:12 p/SOTA-001.yaml:8:32 "
     "site/chapters/01-a.md:3:19",
     "$x_{1$ little.\nsummary: >-\n  So $a$ and\n  $\\frac{1}$.\nflags: "
     "[{since: 1, text: 'Not $\\nonsense$.'}]\n" CHAPTER_1
     "summary: \"In $y_{2$",
     "$x_{1}$ little.\nsummary: >-\n  So \\$a and\n  $\\frac{1}{2}$.\nflags: "
     "[{since: 1, text: 'Not `$\\nonsense$`.'}]\n" CHAPTER_1
     "summary: \"In $y_{2}$"},
    {"math-table-bar", BODY_1 "| n |\n|---|\n| $\\|x\\|$ |\n",
     "p/SOTA-001.md:8:3", "\\|x\\|", "\\Vert x\\Vert"},

#include "check/word_cases.def"
    /* chapters */
    {"chapter-invalid", CHAPTER_1 "tilte: T\n---\n",
     "site/chapters/01-a.md:3:1", "tilte: T\n", ""},
    {"constant-incomplete",
     CHAPTER_1 "constants:\n  w: {value: '2'}\n---\n:const[w]\n",
     "site/chapters/01-a.md:4:3", "'2'}", "'2', reason: R}"},
    {"directive-malformed", CHAPTER_1 "---\nThe :cite[LIT-001 ends.\n",
     "site/chapters/01-a.md:4:5", " ends.", "] ends."},
    {"directive-unknown", CHAPTER_1 "---\nThe :ctie[LIT-001] says.\n" LIT_1,
     "site/chapters/01-a.md:4:5", "ctie", "cite"},
    {"unsourced-number", CHAPTER_1 "---\nIt ends at 1.68 nats.\n",
     "site/chapters/01-a.md:4:12", "1.68", "$1.68$"},
    {"unsourced-number",
     CHAPTER_1 "---\nBy ½, ١٢٫٥, １.６８ or Ⅳ: 1½, &frac14;, &#x0031;.\n",
     "site/chapters/01-a.md:4:4 site/chapters/01-a.md:4:7 "
     "site/chapters/01-a.md:4:13 site/chapters/01-a.md:4:21 "
     "site/chapters/01-a.md:4:24 site/chapters/01-a.md:4:28 "
     "site/chapters/01-a.md:4:38",
     "By ½, ١٢٫٥, １.６８ or Ⅳ: 1½, &frac14;, &#x0031;.",
     "By $½$, `١٢٫٥`, CO₂ or R²: §½, m&sup2;, 十&#160;&amp;."},
    {"unsourced-number",
     CHAPTER_1 "---\n<div title='1.1'>\n1.2 ½\n<!-- 1.3 -->\n</div>\n\n"
               "- <p>1.4\n\n> <p>1.5\n\nA [b][c] ![1.6](d 'e 1.7') "
               "<i>1.8</i>.\n\n[c]: https://e.org/1.9 'f 1.10'\n",
     "site/chapters/01-a.md:4:13 site/chapters/01-a.md:5:1 "
     "site/chapters/01-a.md:5:5 site/chapters/01-a.md:9:6 "
     "site/chapters/01-a.md:11:6 site/chapters/01-a.md:13:12 "
     "site/chapters/01-a.md:13:22 site/chapters/01-a.md:13:31 "
     "site/chapters/01-a.md:15:27",
     "<div title='1.1'>\n1.2 ½\n<!-- 1.3 -->\n</div>\n\n- <p>1.4\n\n> "
     "<p>1.5\n\nA [b][c] ![1.6](d 'e 1.7') <i>1.8</i>.\n\n[c]: "
     "https://e.org/1.9 'f 1.10'",
     "<div title='H2'>\n<!-- 1.3 -->\n</div>\n\n- <p>x\n\nA [b][c] "
     "![H2](d-1.6 'in 2019') <!-- 1.8 -->.\n\n[c]: https://e.org/1.9 'f'\n\n"
     "```\n[g]: h 'i 1.11'\n```"},
    {"reference-unresolved", CHAPTER_1 "---\nSee :cite[LIT-004] here.\n" LIT_1,
     "site/chapters/01-a.md:4:5", "LIT-004", "LIT-001"},
    {"constant-unused",
     CHAPTER_1 "constants:\n  w: {value: '2', reason: R}\n---\nText.\n",
     "site/chapters/01-a.md:4:3", "Text.", "Text of :const[w]."},
    {"heading-structure", CHAPTER_1 "---\n# T\n\n### Part\n",
     "site/chapters/01-a.md:6:5", "###", "##"},
    {"label-duplicate",
     CHAPTER_1 "---\n## Loss\n\n::figure[EXP-003.loss]{#loss}\n",
     "site/chapters/01-a.md:6:1", "{#loss}", "{#curves}"},
};
static const size_t rule_case_count = sizeof rule_cases / sizeof rule_cases[0];

#endif
