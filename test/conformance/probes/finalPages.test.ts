import { describe, expect, test } from 'vitest';
import { WalkAggregates } from '../../../src/conformance/probes/walkAggregates.ts';
import { answerOf, failing } from '../../support/judging.ts';

const formParam = { paramPrefix: 't', paramIdType: 'answerId' };
const json = JSON.stringify({ id: 7, type: 'T', text: 'Your telephone?', answers: [{ id: 70 }], formParam });

/** Three walks of each survey to its end, and whether its last page was flagged final. */
function walked(flags: Readonly<Record<number, boolean>>): readonly string[] {
  return failing((findings) => {
    const aggregates = new WalkAggregates();
    for (const [surveyId, isFinalPage] of Object.entries(flags)) {
      const response = { status: 'success', meta: { isFinalPage }, questions: [{ html: '', json }] };
      const { page } = answerOf('submit-page', `/surveys/${surveyId}/submit-page`, { response });
      if (page === null) throw new Error('no page');
      for (let walk = 0; walk < 3; walk++) {
        aggregates.accepted(Number(surveyId), page, { t_70: 'none' }, true, findings);
      }
    }
    aggregates.judgeAll();
  });
}

describe('a page that was always last', () => {
  test('is flagged final', () => expect(walked({ 1001: true, 1002: true })).toEqual([]));
  test('may lead on in one survey', () => {
    expect(walked({ 1001: false, 1002: true })).toEqual(['MOVE-ADVANCE-05']);
    expect(walked({ 1001: false })).toEqual(['MOVE-ADVANCE-05']);
  });
  test('does not lead on in each of several', () => {
    expect(walked({ 1001: false, 1002: false })).toEqual(['MOVE-ADVANCE-03', 'MOVE-ADVANCE-05']);
  });
});
