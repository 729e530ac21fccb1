import { type SectionId, sections } from '../../src/contract/clause.ts';
import type { ClauseResult, Observation, Verdict, Violation, Witness } from '../../src/result/verdict.ts';

const titles: readonly [SectionId, string, string][] = [
  ['page', 'page.meta', '`meta.isFinalPage` is a boolean and `progressPercentage` a number'],
  ['page', 'page.first-has-no-back', '`previousPageUrl` is null on the first page, and only there'],
  ['question', 'question.json', 'the `json` of a question parses, with id, type, text, answers and formParam'],
  ['keys', 'keys.date', 'a date question names its parts in the rendered `html`'],
  ['states', 'states.documented', '`response.status` is one of the thirteen documented values'],
  ['states', 'MOVE-TERMINAL-01', 'no page is shown after `survey_complete`'],
  ['take', 'take.sets-cookie-once', 'the session cookie is set on the first call'],
  ['take', 'take.resumes', 'take with a session resumes from the current position'],
  ['submit-page', 'MOVE-REJECT-02', 'a validation error re-shows the same page'],
  ['submit-page', 'submit-page.expired', 'an expired session is answered with code 1002'],
  ['previous-page', 'PREVIOUS-SELECTED-01', 'back returns page n−1 with the earlier answers marked'],
  ['previous-page', 'previous-page.too-early', 'back before any submission is error 400'],
  ['list-departments', 'list-departments.defaults', '`page` defaults to 1 and `perPage` to 100'],
  ['authentication', 'authentication.wrong-key', 'a wrong key gives error 401 with id 1010'],
  ['authentication', 'authentication.no-permission', 'a key without permission gives error 403 with id 1013'],
  ['errors', 'errors.members', 'all six members of the error body are present'],
  ['sanity', 'SANITY-ISOLATION-01', "no response carries another respondent's text"],
];

/** @param seen by clause how often it was broken */
export function sampleClauses(
  failing: ReadonlyMap<string, readonly string[]>,
  seen: ReadonlyMap<string, number>,
  idle: boolean,
): ClauseResult[] {
  return titles.map(([section, id, title], i) => {
    const violations = failing.get(id) ?? [];
    const skipped = idle || id === 'authentication.no-permission';
    const verdict: Verdict = skipped ? 'NOT-EXERCISED' : violations.length > 0 ? 'VIOLATES' : 'CONFORMS';
    return {
      id,
      section,
      title,
      basis: section === 'sanity' ? 'SANITY' : `DOCUMENT §${sections[section]}`,
      level: 'must',
      verdict,
      checked: skipped ? 0 : 1200 + i * 611,
      failed: seen.get(id) ?? 0,
      violations: [...violations],
      ...(skipped ? { reason: idle ? 'no request was answered' : 'the profile has no forbiddenApiKey' } : {}),
    };
  });
}

export function sampleWitness(page: number): Witness {
  const path = '/a/api/v2/surveys/1001';
  const body = JSON.stringify({
    response: {
      status: 'success',
      meta: { isFinalPage: false, progressPercentage: 40 },
      navigation: { previousPageUrl: `${path}/previous-page`, nextPageSubmitUrl: `${path}/submit-page` },
      questions: [{ html: '<fieldset><legend>How often do you visit?</legend></fieldset>', json: '{"id":104}' }],
    },
    requestID: `req-${page}`,
  });
  return {
    steps: [
      {
        session: 0,
        endpoint: 'take',
        method: 'GET',
        path: `${path}/take`,
        headers: { 'api-key': '$CANVASS_API_KEY' },
        body: null,
        sessionTransport: 'keep',
        concurrent: 0,
        response: { httpStatus: 200, failure: null, body },
      },
      {
        session: 0,
        endpoint: 'submit-page',
        method: 'POST',
        path: `${path}/submit-page`,
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify({ u_101: '1013', t_1021: `kx7-0042 Füße, 日本 ${page}` }),
        sessionTransport: 'keep',
        concurrent: 0,
        response: { httpStatus: 200, failure: null, body },
      },
      {
        session: 0,
        endpoint: 'previous-page',
        method: 'GET',
        path: `${path}/previous-page`,
        headers: { 'api-key': '$CANVASS_API_KEY' },
        body: null,
        sessionTransport: page % 4 === 3 ? 'stale' : 'keep',
        concurrent: 0,
        response: { httpStatus: 200, failure: null, body: body.slice(0, 240) },
      },
    ],
    failingStep: 2,
    curl: [
      '#!/bin/sh',
      'jar=$(mktemp)',
      `curl -sS -c "$jar" -b "$jar" -H "api-key: $CANVASS_API_KEY" "$CANVASS_BASE_URL${path}/take"`,
      `curl -sS -c "$jar" -b "$jar" -H 'content-type: application/json' --data '{"u_101":"1013"}' "$CANVASS_BASE_URL${path}/submit-page"`,
      `curl -sS -c "$jar" -b "$jar" -H "api-key: $CANVASS_API_KEY" "$CANVASS_BASE_URL${path}/previous-page"`,
    ].join('\n'),
  };
}

const failures: readonly [string, string, string][] = [
  [
    'PREVIOUS-SELECTED-01',
    'question 101 has answer 1013 selected, as it was given',
    'question 101 has no answer selected',
  ],
  ['MOVE-REJECT-02', 'page 3 again, with validationErrors for question 104', 'page 4, without validationErrors'],
  [
    'SANITY-ISOLATION-01',
    'no token but that of respondent 42',
    'the token of respondent 977 in questions[1].json.answers[0].text',
  ],
  ['MOVE-TERMINAL-01', 'already_completed', 'success with 3 questions'],
];

export function sampleViolations(howMany: number): Violation[] {
  const classes = ['always', 'load-only', 'interleaving-only', 'not-reproduced', 'unclassified'] as const;
  return Array.from({ length: howMany }, (_, i) => {
    const [clause, expected, actual] = failures[i % failures.length] ?? ['states.documented', '', ''];
    return {
      id: `v${i + 1}`,
      clause,
      endpoint: 'previous-page',
      path: '',
      gating: true,
      count: 1 + ((i * 37) % 120),
      expected: howMany > failures.length ? `${expected} (case ${i + 1})` : expected,
      actual,
      classification: classes[i % classes.length] ?? 'unclassified',
      baseline:
        i % 7 === 3
          ? { kind: 'KNOWN', issue: 'SURVEY-1482', expires: '2027-01-31' }
          : i % 7 === 5
            ? { kind: 'FLAKY', failed: 2, repeated: 5 }
            : { kind: 'NEW' },
      witness: sampleWitness(i),
    };
  });
}

export function sampleObservations(): Observation[] {
  return [
    {
      id: 'submit-page.api-key',
      question: 'Does submit-page also require the api-key header?',
      section: 'authentication',
      verdict: 'OBSERVED',
      alternatives: [{ value: 'no: the page is accepted without it', count: 212, witness: sampleWitness(0) }],
      proposal: 'Endpoint 2 needs only the session; the api-key header is ignored when sent.',
    },
    {
      id: 'submit-page.expired-http',
      question: 'With which HTTP status is an expired session answered?',
      section: 'errors',
      verdict: 'INCONSISTENT',
      alternatives: [
        { value: '400', count: 61, witness: sampleWitness(1) },
        { value: '401', count: 4, witness: sampleWitness(2) },
      ],
    },
    {
      id: 'list-responses.max-per-page',
      question: 'What is the largest `perPage`?',
      section: 'limits',
      verdict: 'DRIFTED',
      alternatives: [{ value: '1000', count: 3, witness: null }],
      pinned: '500',
      proposal: 'perPage is at most 1000; larger values are treated as 1000.',
    },
  ];
}
