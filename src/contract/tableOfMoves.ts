/** The table of moves (service.md#states): what coverage counts, one row of the document each. */
export interface Move {
  readonly from: string;
  readonly trigger: 'take' | 'submit-page' | 'previous-page';
  readonly condition: string;
  readonly result: string;
}

export const moves = {
  begin: {
    from: 'no session',
    trigger: 'take',
    condition: 'first call, no cookie',
    result: 'a session is created and a session cookie is set; the first page is returned',
  },
  advance: {
    from: 'page shown',
    trigger: 'submit-page',
    condition: 'answers accepted',
    result: 'status `success` with the next page',
  },
  reject: {
    from: 'page shown',
    trigger: 'submit-page',
    condition: 'answers fail validation',
    result: 'status `validation_errors`; the same page is returned with `validationErrors`',
  },
  complete: {
    from: 'page shown',
    trigger: 'submit-page',
    condition: 'last page accepted',
    result: 'status `survey_complete`',
  },
  resume: {
    from: 'any page',
    trigger: 'take',
    condition: 'session cookie present',
    result: "resumes from the respondent's current position",
  },
  back: {
    from: 'page n',
    trigger: 'previous-page',
    condition: 'a submission has succeeded in the session and back navigation is allowed',
    result: 'page n-1 with earlier answers marked',
  },
  'back-refused': {
    from: 'page n',
    trigger: 'previous-page',
    condition: 'survey disallows back navigation',
    result: 'status `success` and the current page, not the previous one',
  },
  'back-too-early': {
    from: 'first page, nothing submitted',
    trigger: 'previous-page',
    condition: '',
    result: 'error 400',
  },
} as const satisfies Record<string, Move>;

export type MoveId = keyof typeof moves;

/** The kinds of page that a move starts from. */
export const pageKinds = ['first', 'middle', 'final', 'only'] as const;
export type PageKind = (typeof pageKinds)[number];

/** From which kinds of page each move of a session can start, by the table. */
const startsFrom = {
  advance: ['first', 'middle'],
  reject: ['first', 'middle', 'final', 'only'],
  complete: ['final', 'only'],
  resume: ['first', 'middle', 'final', 'only'],
  back: ['middle', 'final'],
  'back-refused': ['middle', 'final'],
  'back-too-early': ['first', 'only'],
} as const satisfies Partial<Record<MoveId, readonly PageKind[]>>;

/** A move of a session, which starts from a page. */
export type MoveFromPage = keyof typeof startsFrom;

/** The name of a move from a kind of page, for coverage. */
export function moveFrom(move: MoveFromPage, page: PageKind): string {
  return `${move} from ${page} page`;
}

/** Every move from every kind of page that it can start from. */
export const movesFromPages: readonly string[] = (Object.keys(startsFrom) as MoveFromPage[]).flatMap((move) =>
  startsFrom[move].map((page) => moveFrom(move, page)),
);
