import type { ShownPage } from '../../../judging/reading/page.ts';
import type { BadLuck } from '../../../result/exchange.ts';
import { Doubt } from '../../model/doubt.ts';
import type { Submission } from '../../walk/submission.ts';
import { isCertain } from '../submit.ts';

/** The doubt that a submission of the current page leaves when bad luck meets it. */
export function doubtOf(kind: BadLuck, page: ShownPage, submission: Submission): Doubt {
  return new Doubt(kind, page, { body: submission.body, certain: isCertain(submission, { page }) });
}
