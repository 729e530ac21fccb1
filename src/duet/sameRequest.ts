import type { OutgoingRequest } from '../client/transport.ts';
import { withOwnToken } from '../judging/tokens.ts';

/** What stands in the requests of one side alone. */
export interface RequestForms {
  /** A path with what stands for the same survey on the other side. */
  pathOf(path: string): string;
}

/** Stands for the token of whoever wrote it. */
const anyToken = 'cvs-anybody';

/** Whether two requests ask for the same, each of its own side: the same step of the same survey with the same answers. */
export function sameRequest(
  base: OutgoingRequest,
  baseForms: RequestForms,
  candidate: OutgoingRequest,
  candidateForms: RequestForms,
): boolean {
  return (
    base.endpoint === candidate.endpoint &&
    baseForms.pathOf(base.path) === candidateForms.pathOf(candidate.path) &&
    bodyOf(base) === bodyOf(candidate)
  );
}

function bodyOf({ body }: OutgoingRequest): string {
  return body === null ? '' : withOwnToken(body, anyToken);
}
