import { expect, test } from 'vitest';
import type { AlteredOptions } from '../../../src/selftest/altered.ts';
import { chooseFaults } from '../../../src/selftest/faults/faults.ts';
import { startService } from '../../../src/service/service.ts';
import { virtualService } from '../virtualService.ts';
import { straight, type Walked, walkMany } from '../walking.ts';

/** Walks survey 1001 with what is said of its respondents beside {@link straight}. */
async function walked(respondent: object, options: AlteredOptions = {}, walks = 30): Promise<Walked> {
  const service = await virtualService(options);
  const changed = { ...straight, ...respondent };
  return await walkMany({ ...service, walks, surveys: [1001], respondent: changed, underWayMs: 300 });
}

/** How often a move was made, from any page or from one of a kind. */
const made = ({ coverage }: Walked, move: string, page?: string): number =>
  (page === undefined ? coverage.transitions[move] : coverage.transitionsByPage[`${move} from ${page} page`]) ?? 0;
const submissions = ({ requests }: Walked): number =>
  requests.filter(({ endpoint }) => endpoint === 'submit-page').length;

/** What respondents do, a clause, and of how many of their moves a sound service is judged by it: of each, once. */
const laws: readonly (readonly [
  does: string,
  respondent: object,
  clause: string,
  times: (walked: Walked) => number,
])[] = [
  ['begins', {}, 'SANITY-ISOLATION-03', (of) => made(of, 'begin')],
  ['begins', {}, 'PAGE-PREVIOUS-NULL-01', (of) => made(of, 'begin')],
  ['submits', {}, 'TAKE-COOKIE-03', (of) => made(of, 'advance')],
  ['submits', {}, 'SUBMIT-URL-01', (of) => made(of, 'advance') + made(of, 'complete')],
  ['comes again', { resume: 0.5 }, 'TAKE-COOKIE-03', (of) => made(of, 'advance') + made(of, 'resume')],
  ['comes again', { resume: 0.5 }, 'PAGE-PREVIOUS-NULL-01', (of) => made(of, 'begin') + made(of, 'resume', 'first')],
  [
    'comes again, after the end too',
    { resume: 0.5 },
    'STATUS-COMPLETED-02',
    (of) => made(of, 'begin') + submissions(of) + made(of, 'resume') + (of.coverage.statuses.already_completed ?? 0),
  ],
  ['leaves answers out', { invalid: 0.3 }, 'SUBMIT-URL-01', submissions],
  [
    'leaves answers out',
    { invalid: 0.3 },
    'PAGE-PREVIOUS-NULL-01',
    (of) => made(of, 'begin') + made(of, 'reject', 'first'),
  ],
  ['submits each page again', { badLuck: { retry: 1 } }, 'SANITY-DUPLICATE-01', (of) => made(of, 'complete')],
];

test.each(laws)('a respondent who %s (%j) judges %s each time', async (_, respondent, clause, times) => {
  const found = await walked(respondent);
  expect(found.sightings.size).toBe(0);
  expect(times(found)).toBeGreaterThan(0);
  expect(found.coverage.checked[clause]).toBe(times(found));
});

test('a respondent who loses an answer is judged by TAKE-COOKIE-03 once for each advance', async () => {
  // On a virtual clock the lost request would not have reached the service when its respondent looks.
  const service = await startService();
  const respondent = { ...straight, badLuck: { lostConnection: 0.5 } };
  const found = await walkMany({ baseUrl: service.baseUrl, walks: 30, surveys: [1001], respondent, underWayMs: 300 });
  await service.close();
  expect(found.sightings.size).toBe(0);
  expect(found.coverage.checked['TAKE-COOKIE-03']).toBe(made(found, 'advance'));
});

const told: readonly (readonly [question: string, value: string, respondent: object, options: AlteredOptions])[] = [
  ['Q-SESSION-TRANSPORT', 'cookie', {}, { session: 'cookie' }],
  ['Q-SESSION-TRANSPORT', 'token', {}, { session: 'token' }],
  ['Q-PREVIOUS-FIRST-AFTER-BACK', 'error-400', { back: 0.4 }, {}],
  ['Q-PREVIOUS-FIRST-AFTER-BACK', 'same-page', { back: 0.4 }, { variants: { previousFirstAfterBack: 'same-page' } }],
  ['Q-HESITATE', 'alive after 0.05 s', { badLuck: { hesitate: 0.5, hesitateSeconds: 0.05 } }, {}],
  ['Q-HESITATE', 'gone after 0.05 s', { badLuck: { hesitate: 0.2, hesitateSeconds: 0.05 } }, { sessionTimeoutMs: 20 }],
];

test.each(told)('%s is told to be %s', async (question, value, respondent, options) => {
  const { observations } = await walked(respondent, options, 12);
  expect(observations.get(question)).toContain(value);
});

test('a respondent who is thrown back to the first page after a lost answer says so', async () => {
  const found = await walked({ badLuck: { lostConnection: 0.5 } }, { faults: chooseFaults('resume-restarts') });
  expect(found.sightings.get('MOVE-RESUME-01')?.witness.steps.at(-1)?.endpoint).toBe('take');
});

test.each([0, 1])('the key of an Other option is counted where its words were given: probability %i', async (other) => {
  const { coverage, requests } = await walked({ other }, {}, 12);
  const given = requests.flatMap(({ body }) => body?.match(/"t_10[45]04"/g) ?? []).length;
  expect(coverage.keyForms.other ?? 0).toBe(given);
  expect(given > 0).toBe(other > 0);
});
