import { isSamePage, type ShownPage } from '../../../judging/reading/page.ts';
import type { Walker } from '../../walk/walker.ts';

/**
 * Whether a page may be the first of another session: that of a respondent whom the service does not know any more. A
 * token is another one with each answer, so there the page alone must tell.
 */
export function isOfNewSession({ position, sessionTransport }: Walker, page: ShownPage): boolean {
  return sessionTransport.isNew && isSamePage(page, position.visits[0]?.page ?? null);
}
