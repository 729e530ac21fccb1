import { expect, test } from 'vitest';
import { probed } from '../../support/probing.ts';

/** A probe, faults of the service that it works on, and what must fail by it, which no other call of a rule tells. */
const rows: readonly (readonly [probe: string, fault: string, ...clauses: string[]])[] = [
  ['datapads', 'datapad-title-overwritten', 'DATAPAD-UPDATE-02'],
  ['datapads', 'datapad-text-before', 'DATAPAD-HTML-03'],
  ['datapads', 'unknown-datapad-made', 'ADMIN-UNKNOWN-DATAPAD-01'],
  ['department-list', 'departments-default-per-page', 'DEPARTMENT-PER-PAGE-DEFAULT-01'],
  ['departments', 'department-primary-lost-in-list', 'DEPARTMENT-LIST-02'],
  ['departments', 'department-name-cut', 'DEPARTMENT-CREATE-NAME-01', 'DEPARTMENT-CREATE-NAME-02'],
  ['departments', 'department-ids-reused', 'DEPARTMENT-LIST-02', 'DEPARTMENT-UNIQUE-01'],
  ['departments', 'creation-twice', 'SANITY-DUPLICATE-03'],
  ['departments', 'departments-page-by-link-only', 'DEPARTMENT-PAGE-01', 'PAGING-CURRENT-02'],
  ['durability', 'completion-stored-again', 'SANITY-DUPLICATE-01', 'SANITY-DUPLICATE-02'],
  ['durability', 'text-plus-to-space', 'SANITY-ALTERED-01'],
  ['durability', 'record-timestamp-halves', 'RECORD-UTC-02'],
  ['durability', 'record-text-elsewhere', 'RECORD-FREE-TEXT-01'],
  [
    'filters',
    'filter-two-refused,filter-custom5-empty,paging-total-by-size',
    ...['PAGING-LAW-02', 'RESPONSE-FILTER-CUSTOM5-01', 'RESPONSE-FILTER-SHORT-01', 'RESPONSE-FILTER-SPECIAL-01'],
    'RESPONSE-FILTER-TWO-02',
  ],
  [
    'filters',
    'filter-custom1-ignored,filter-answers-stale',
    ...['RESPONSE-FILTER-CUSTOM4-01', 'RESPONSE-FILTER-NONE-01'],
  ],
  ['filters', 'filter-unfiltered-from-page-two,paging-default-self', 'PAGING-LAW-01', 'PAGING-LAW-03'],
  ['filters', 'paging-next-skips', 'PAGING-LAW-03'],
  ['keys-filter-responses', 'filter-second-page-without-key', 'AUTH-MISSING-FILTER-RESPONSES-01'],
  ['keys-list-departments', 'list-departments-wrong-key-other-error', 'AUTH-WRONG-LIST-DEPARTMENTS-01'],
  ['keys-update-datapad', 'datapad-wrong-key-stored', 'AUTH-WRONG-UPDATE-DATAPAD-01'],
  ['record-creation', 'record-text-elsewhere', 'RECORD-FREE-TEXT-01'],
  ['record-creation', 'fetch-lost', 'RESPONSE-FETCH-01'],
  ['record-creation', 'fetch-weight-cut', 'RESPONSE-ECHO-VALUE-01'],
  ['record-creation', 'list-newest-altered', 'RESPONSE-FETCH-03', 'RESPONSE-LIST-02'],
  ['record-creation', 'create-needs-answer-text', 'RESPONSE-CREATE-01', 'SANITY-DUPLICATE-03'],
  ['record-creation', 'create-in-array', 'RESPONSE-UNIQUE-01'],
  ['record-creation', 'create-set-no-array', 'RESPONSE-CREATE-04'],
  ['record-creation', 'fetch-neighbour', 'RESPONSE-UNIQUE-01'],
  ['record-creation', 'create-without-set', 'RESPONSE-CREATE-03'],
  ['record-paging', 'paging-total-items-off', 'PAGING-LAW-03'],
  ['record-paging', 'unknown-response-bad-request', 'ADMIN-UNKNOWN-RESPONSE-02'],
  ['regeneration', 'key-new-dead', 'KEY-REGENERATE-04'],
  ['regeneration', 'key-others-die', 'KEY-REGENERATE-05'],
  ['regeneration', 'key-made-lives', 'KEY-REGENERATE-03'],
  ['regeneration', 'key-old-regenerates', 'KEY-REGENERATE-03'],
  ['regeneration', 'key-new-stays', 'KEY-REGENERATE-04'],
  ['regeneration', 'key-unchanged', 'KEY-REGENERATE-02'],
  ['regeneration', 'key-old-lives', 'KEY-REGENERATE-03'],
  ['templates', 'template-texts-cleaned', 'TEMPLATE-ODD-01'],
  ['templates', 'template-ids-reused', 'TEMPLATE-UNIQUE-01'],
];

test.each(rows.map(([probe, faults, ...clauses]) => ({ probe, faults, clauses })))(
  '$probe tells of $faults',
  async ({ probe, faults, clauses }) => {
    expect(await probed([probe], { faults })).toEqual(expect.arrayContaining(clauses));
  },
);

test('of a service without defects they tell nothing', async () => {
  expect(await probed([...new Set(rows.map(([probe]) => probe))], {})).toEqual([]);
});
