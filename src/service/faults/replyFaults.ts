import { type Defect, type Fault, type FaultText, fault } from './fault.ts';
import {
  at,
  each,
  editQuestions,
  isPage,
  type Members,
  questionsOf,
  type ReplyContext,
  type ReplyDraft,
  statusOf,
} from './replyDraft.ts';

/** Constructors of faults that spoil a reply of one sort. */

type Applies = (draft: ReplyDraft, context: ReplyContext) => boolean;
type Change = (draft: ReplyDraft, context: ReplyContext) => void;

export function spoil(text: FaultText, applies: Applies, change: Change): Fault {
  const defect: Defect = { kind: 'reply', applies, change };
  return fault(text, defect);
}

/** Spoils `response` of a page of the respondent flow. */
export function spoilPage(
  text: FaultText,
  change: (response: Members, context: ReplyContext) => void,
  where: Applies = () => true,
): Fault {
  return spoil(
    text,
    (draft, context) => isPage(draft) && where(draft, context),
    (draft, context) => change(at(draft.body, 'response'), context),
  );
}

/** Spoils every question JSON of a page; `where` says which questions are an opportunity. */
export function spoilQuestions(
  text: FaultText,
  change: (question: Members, element: Members) => void,
  where: (question: Members) => boolean = () => true,
  which: Applies = () => true,
): Fault {
  return spoil(
    text,
    (draft, context) => questionsOf(draft).some(where) && which(draft, context),
    (draft) =>
      editQuestions(draft, (question, element) => {
        if (where(question)) change(question, element);
      }),
  );
}

/** Spoils the elements of `validationErrors`. */
export function spoilValidation(text: FaultText, change: (error: Members, response: Members) => void): Fault {
  return spoilPage(
    text,
    (response) => {
      for (const error of each(response, 'validationErrors')) change(error, response);
    },
    isRejection,
  );
}

/** Spoils a body with one of the statuses without a page. */
export function spoilStatus(text: FaultText, status: string, change: (response: Members) => void): Fault {
  return spoil(
    text,
    (draft) => statusOf(draft) === status && !isPage(draft),
    (draft) => change(at(draft.body, 'response')),
  );
}

/** Spoils a standard error. */
export function spoilStandardError(text: FaultText, change: (error: Members, draft: ReplyDraft) => void): Fault {
  return spoil(text, isStandardError, (draft) => change(at(draft.body, 'response', 'error'), draft));
}

/** Spoils a session error of one endpoint. */
export function spoilSessionError(
  text: FaultText,
  endpoint: 'submit-page' | 'previous-page',
  change: (error: Members, draft: ReplyDraft) => void,
): Fault {
  return spoil(
    text,
    (draft, context) => context.endpoint === endpoint && isSessionError(draft),
    (draft) => change(at(draft.body, 'error'), draft),
  );
}

export function isRejection(draft: ReplyDraft): boolean {
  return statusOf(draft) === 'validation_errors';
}

export function isStandardError({ body }: ReplyDraft): boolean {
  return 'error' in at(body, 'response');
}

export function isSessionError({ body }: ReplyDraft): boolean {
  return 'error' in body;
}

export function isSuccess(draft: ReplyDraft): boolean {
  return !isStandardError(draft) && !isSessionError(draft);
}
