import { Conversation, isAccepted, type ProbeExchange } from '../../conformance/drive/conversation.ts';
import type { ProbeEnvironment } from '../../conformance/drive/probeEnvironment.ts';
import { ProbeRecorder } from '../../conformance/drive/probeRecorder.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { AnswerType, KeyFormId } from '../../contract/keyForms.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import { mayShowPages, type RoleName, roleOfStatus } from '../../judging/rules/surveyStatuses.ts';
import { cut, oneLine } from '../../report/plainText.ts';
import { triesBack } from '../preflight/backLook.ts';

/** What one respondent saw of a survey. */
export interface SeenSurvey {
  readonly id: EntityId;
  /** What take answered, in a word: `success`, `quota_full`, `HTTP 500`. */
  readonly answer: string;
  /** The role that this answer gives it; `null` for a survey that shows pages, or answers nothing of the document. */
  readonly role: RoleName | 'missing' | null;
  /** Its pages as far as they were seen, each with its questions; none where it showed none. */
  readonly pages: readonly SeenPage[];
  /** How the walk ended, in a word; `null` where only its first page was looked at. */
  readonly end: string | null;
  /** Whether previous-page led back; `null` where nobody tried. */
  readonly goesBack: boolean | null;
  /** What carried the session. */
  readonly transports: readonly ('cookie' | 'token')[];
}

export interface SeenPage {
  readonly questions: readonly EntityId[];
  readonly kinds: readonly AnswerType[];
  readonly keyForms: readonly KeyFormId[];
  /** Questions that the service named when nothing was answered; none where it was not asked. */
  readonly required: readonly EntityId[];
}

/** What a service says is written into the profile and shown: on one line, and not at any length. */
const longestWord = 80;
/** A survey that never ends is left after so many pages. */
const mostPages = 60;

/** Takes a survey once, and with `walks` walks it to its end: every page is submitted empty first, then answered. */
export async function lookAtSurvey(environment: ProbeEnvironment, id: EntityId, walks: boolean): Promise<SeenSurvey> {
  const recorder = new ProbeRecorder(environment);
  const conversation = new Conversation(recorder, id);
  const wordOf = ({ name }: ProbeExchange): string => cut(oneLine(recorder.redact(name)), longestWord);
  const first = await conversation.take();
  const { session } = conversation;
  const transports = [
    ...(session.cookie === null ? [] : (['cookie'] as const)),
    ...(session.token === null ? [] : (['token'] as const)),
  ];
  const isMissing = first.page === null && first.status === '' && first.exchange.httpStatus === 404;
  const role = isMissing
    ? ('missing' as const)
    : first.page === null && first.status !== ''
      ? roleOfStatus(first.status)
      : null;
  const seen = { id, answer: wordOf(first), role, transports };
  if (first.page === null) return { ...seen, pages: [], end: null, goesBack: null };
  if (!walks) return { ...seen, pages: [seenPage(first.page, [])], end: null, goesBack: null };
  const walked = await walk(conversation, first.page, wordOf);
  // A chain goes on, and people opt out, in the middle: such a survey is there for its end.
  return walked.role === null
    ? { ...seen, ...walked }
    : { ...seen, answer: walked.end, role: walked.role, pages: [], end: null, goesBack: null };
}

/** The role that the end of a walk gives a survey. */
function roleOfEnd({ status }: ProbeExchange): RoleName | null {
  const role = status === '' ? null : roleOfStatus(status);
  return role !== null && mayShowPages(role) ? role : null;
}

async function walk(
  conversation: Conversation,
  first: ShownPage,
  wordOf: (exchange: ProbeExchange) => string,
): Promise<Pick<SeenSurvey, 'pages' | 'goesBack' | 'role'> & { readonly end: string }> {
  const pages: SeenPage[] = [];
  let goesBack: boolean | null = null;
  let page = first;
  while (pages.length < mostPages) {
    const empty = await conversation.submit({});
    pages.push(
      seenPage(
        page,
        (empty.page?.rejections ?? []).map(({ questionId }) => questionId),
      ),
    );
    const answered = isAccepted(empty) || roleOfEnd(empty) !== null ? empty : await conversation.answer();
    if (!isAccepted(answered) || answered.page === null)
      return { pages, end: wordOf(answered), goesBack, role: roleOfEnd(answered) };
    const next = answered.page;
    if (goesBack === null) {
      goesBack = await triesBack(conversation, page);
      if (goesBack === true) await conversation.answer();
    }
    page = next;
  }
  return { pages, end: `no end within ${mostPages} pages`, goesBack, role: null };
}

function seenPage({ questions }: ShownPage, required: readonly EntityId[]): SeenPage {
  return {
    questions: questions.map(({ id }) => id),
    kinds: [...new Set(questions.map(({ answerType }) => answerType))],
    keyForms: [...new Set(questions.flatMap(({ keyForms }) => keyForms))],
    required,
  };
}
