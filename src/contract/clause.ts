/** The sections of the service document, in its order: the table of contents that clauses and reports follow. */
export const sections = {
  overview: 'What the service does',
  department: 'Department',
  template: 'Email template',
  datapad: 'Datapad',
  record: 'Survey response record',
  pagination: 'Pagination object',
  page: 'Survey page',
  question: 'Question JSON',
  keys: 'Submit-page body keys',
  states: 'States and transitions',
  endpoints: 'Endpoints',
  take: '1. GET take',
  'submit-page': '2. POST submit-page',
  'previous-page': '3. GET previous-page',
  'create-department': '4. POST departments',
  'list-departments': '5. GET departments',
  'regenerate-key': '6. GET apikey/regenerate',
  'create-template': '7. POST templates',
  'update-datapad': '8. PUT datapads',
  'create-response': '9. POST responses',
  'list-responses': '10. GET responses (list)',
  'filter-responses': '11. GET responses/filter',
  'fetch-response': '12. GET responses/<response_id>',
  authentication: 'Authentication',
  errors: 'Errors',
  limits: 'Limits',
  versioning: 'Versioning',
  sanity: 'Beyond the document: sanity of any service',
} as const;

export type SectionId = keyof typeof sections;

export const sectionIds = Object.keys(sections) as readonly SectionId[];

/** What a clause rests on (design, How a run is judged); PINNED and UNSTATED arise only at run time. */
export type ClauseBasis = `DOCUMENT §${string}` | `EXAMPLE §${string}` | `RFC ${number}` | 'SANITY';

/** Names a clause in results, baselines and on the command line; `judging/allClauses.ts` lists them. Never reused. */
export type ClauseId = string;

/** `must` fails a run; `should` only deviates; `silent` is recorded and never judged. */
export type ClauseLevel = 'must' | 'should' | 'silent';

type Harm = 'answers' | 'outage' | 'form';

/** One testable statement, in our own words. */
export interface Clause {
  readonly section: SectionId;
  /** The statement of `docs/service.md` that it rests on. */
  readonly anchor: string;
  readonly title: string;
  readonly level: ClauseLevel;
  readonly basis: ClauseBasis;
  /** The probes that provoke what it is about, by id; empty where any answer shows it. */
  readonly probes: readonly string[];
  /** Why it may fail a run, or why it may not; empty where the sentence leaves no doubt. */
  readonly why: string;
  /** What clauses that break together share: one follows from the other. Empty for a topic of its own. */
  readonly topic: string;
  /** Topics, or sections, that it follows from: where one of them is broken too, it is no problem of its own. */
  readonly follows: readonly string[];
  /** `answers`: they are lost, changed or somebody else's; `outage`: there is no answer; `form`: of answers, and all else. */
  readonly harm: Harm;
  /** Whether no single answer breaks it, or no single member of one: a script cannot tell. */
  readonly ofSeveralAnswers: boolean;
  /** Whether what is found differs with what a respondent gave: its violations are told apart by what was expected alone. */
  readonly variesByAnswers: boolean;
  /** Whether it breaks too where a connection goes away, or what stands behind a gateway: then nobody promised anything. */
  readonly brokenByGoing: boolean;
  /** What is wrong when it is broken, in plain words: the title of its problem. Empty: the statement is named. */
  readonly broken: string;
  /** The same where the answer was a success in place of a refusal; empty where that is no other thing. */
  readonly brokenBySuccess: string;
  /** Whether what came belongs to those words, as the member that is missing does. */
  readonly namesActual: boolean;
}

type Notes = Partial<Omit<Clause, 'section' | 'anchor' | 'title' | 'level' | 'basis'>>;

/**
 * Clauses in rows: a group has a section of the document, and notes that hold for each of its rows; a level begins a row
 * with its id, its anchor in `docs/service.md` and its notes, and what is said after that is said of it.
 */
export class ClauseTable {
  readonly rows: Record<ClauseId, Clause> = {};
  #section: SectionId = 'overview';
  #shared: Notes = {};
  #id: ClauseId = '';

  group(section: SectionId, shared: Notes = {}): this {
    this.#section = section;
    this.#shared = shared;
    return this;
  }

  /** A promise of the document's prose or tables, under every reasonable reading. */
  must(id: ClauseId, anchor: string, notes?: Notes): this {
    return this.#begin('must', `DOCUMENT §${sections[this.#section]}`, id, anchor, notes);
  }

  /** A reading of the document that is natural but not compelled by its words. */
  should(id: ClauseId, anchor: string, notes?: Notes): this {
    return this.#begin('should', `DOCUMENT §${sections[this.#section]}`, id, anchor, notes);
  }

  /** What only a sample of the document shows. */
  sample(id: ClauseId, anchor: string, notes?: Notes): this {
    return this.#begin('should', `EXAMPLE §${sections[this.#section]}`, id, anchor, notes);
  }

  /** What an RFC that the document builds on demands. */
  rfc(id: ClauseId, anchor: string, number: number, notes?: Notes): this {
    return this.#begin('must', `RFC ${number}`, id, anchor, notes);
  }

  /** What no service of any design may do, whatever its document says. */
  sane(id: ClauseId, anchor: string, notes?: Notes): this {
    return this.#begin('must', 'SANITY', id, anchor, notes);
  }

  /** Poor form that no document needs to forbid; it deviates and does not fail. */
  saneShould(id: ClauseId, anchor: string, notes?: Notes): this {
    return this.#begin('should', 'SANITY', id, anchor, notes);
  }

  /** Rows that are alike. */
  each<const Row>(rows: readonly Row[], add: (table: this, row: Row) => void): this {
    for (const row of rows) add(this, row);
    return this;
  }

  /** What the clause says. */
  says(title: string): this {
    return this.#note({ title });
  }

  broken(broken: string, brokenBySuccess = ''): this {
    return this.#note({ broken, brokenBySuccess });
  }

  /** The same, with what came behind it: `A fetched response is not whole: no customVariables`. */
  brokenBy(broken: string): this {
    return this.#note({ broken, namesActual: true });
  }

  why(why: string): this {
    return this.#note({ why });
  }

  follows(...follows: Clause['follows']): this {
    return this.#note({ follows });
  }

  #begin(level: ClauseLevel, basis: ClauseBasis, id: ClauseId, anchor: string, notes: Notes = {}): this {
    this.#id = id;
    return this.#note({
      ...unnoted,
      ...this.#shared,
      ...notes,
      section: this.#section,
      anchor,
      title: '',
      level,
      basis,
    });
  }

  #note(said: Partial<Clause>): this {
    this.rows[this.#id] = { ...this.rows[this.#id], ...said } as Clause;
    return this;
  }
}

const unnoted = {
  probes: [],
  why: '',
  topic: '',
  follows: [],
  harm: 'form',
  ofSeveralAnswers: false,
  variesByAnswers: false,
  brokenByGoing: false,
  broken: '',
  brokenBySuccess: '',
  namesActual: false,
} as const satisfies Notes;

/** The clause that a node of a schema states: that the member is there and of its kind. */
export interface ShapeClause {
  readonly id: string;
  /** The statement of `docs/service.md`. */
  readonly anchor: string;
  readonly title: string;
  readonly level: ClauseLevel;
  /** Which text a string is, beyond being one. */
  readonly form?: 'url' | 'ipv4' | 'timestamp' | 'json';
  /** The value is the id that follows this folder in the path of the request: `surveys`. */
  readonly idAfter?: 'surveys' | 'organizations' | 'datapads';
}

/** Under this key a schema carries its clause, in the OpenAPI document too. */
const shapeClauseKey = 'x-clause';

/**
 * A schema whose node states a clause which may fail a run: `is(Type.Boolean(), id, title)`.
 *
 * @param more its anchor, where that is not the id in small letters without its number, and what a string is beyond being one.
 */
export function is<Schema extends object>(
  schema: Schema,
  id: string,
  title: string,
  more: Partial<Pick<ShapeClause, 'anchor' | 'form' | 'idAfter'>> = {},
): Schema {
  const anchor = id.replace(/-\d\d$/, '').toLowerCase();
  const clause: ShapeClause = { id, anchor, title, level: 'must', ...more };
  return Object.assign(schema, { [shapeClauseKey]: clause });
}

/** The clause of a schema, or `null`. */
export function shapeClauseOf(schema: object): ShapeClause | null {
  return (schema as { readonly [shapeClauseKey]?: ShapeClause })[shapeClauseKey] ?? null;
}
