import { htmlInputsOf } from '../../respondent/answers/htmlInputs.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { isObject, memberOf } from './fields.ts';

const typed = {
  U: { prefix: 'u_', idType: 'questionId', clause: 'KEYS-PREFIX-01' },
  M: { prefix: 'm_', idType: 'questionId', clause: 'KEYS-PREFIX-02' },
  T: { prefix: 't_', idType: 'answerId', clause: 'KEYS-PREFIX-03' },
} as const;

const shownPrefixes: Readonly<Record<string, string>> = { u_: 'U', m_: 'M', t_: 'T' };

/** Names of inputs that have the form of a submit key. */
const keyLike = /^(?:[umtrs]|dt_[a-z]+)_(\d+)$/;

/** Question JSON and Submit-page body keys: `formParam`, and the keys that it gives against the rendered inputs. */
export function checkFormParam(judge: Judge, question: Record<string, unknown>, html: string): void {
  const { formParam } = question;
  if (!isObject(formParam)) return;
  const { paramPrefix, paramIdType, otherParamPrefix } = formParam;
  judge.expect('QUESTION-FORM-PREFIX-01', typeof paramPrefix === 'string', 'paramPrefix, a string', () =>
    shown(paramPrefix),
  );
  judge.expect(
    'QUESTION-FORM-ID-TYPE-01',
    paramIdType === 'questionId' || paramIdType === 'answerId',
    'paramIdType questionId or answerId',
    () => shown(paramIdType),
  );
  if (typeof question.type === 'string') judge.observe('Q-QUESTION-TYPES', question.type, question.type);
  if (typeof paramPrefix !== 'string' || paramPrefix === '') return;
  judge.observe('Q-PARAM-PREFIX', paramPrefix.endsWith('_') ? 'with-underscore' : 'bare');
  const prefix = withUnderscore(paramPrefix);
  const type = question.type;
  if (type === 'U' || type === 'M' || type === 'T') {
    const expected = typed[type];
    judge.expect(
      expected.clause,
      prefix === expected.prefix && paramIdType === expected.idType,
      `paramPrefix ${expected.prefix} with ${expected.idType}`,
      () => `paramPrefix ${shown(paramPrefix)} with ${shown(paramIdType)}`,
    );
  }
  const typeOfPrefix = shownPrefixes[prefix];
  if (typeOfPrefix !== undefined) {
    judge.expect('QUESTION-TYPE-02', type === typeOfPrefix, `type ${typeOfPrefix} with ${prefix}`, () => shown(type));
  }
  const names = new Set(htmlInputsOf(html).names);
  checkOther(judge, question, otherParamPrefix, names);
  checkNames(judge, question, prefix, paramIdType, names);
}

function checkOther(
  judge: Judge,
  question: Record<string, unknown>,
  otherParamPrefix: unknown,
  names: ReadonlySet<string>,
): void {
  const ids = answerIds(question);
  const isChoice = question.type === 'U' || question.type === 'M';
  if (otherParamPrefix === undefined) {
    const hasOther = isChoice && ids.some((id) => names.has(`t_${id}`));
    judge.expect('QUESTION-FORM-OTHER-01', !hasOther, 'otherParamPrefix beside an Other option', () => 'absent');
    return;
  }
  const isString = typeof otherParamPrefix === 'string' && otherParamPrefix !== '';
  const found = isString && ids.some((id) => names.has(`${withUnderscore(otherParamPrefix)}${id}`));
  judge.expect(
    'QUESTION-FORM-OTHER-01',
    found,
    'otherParamPrefix only where an input takes the text of an Other option',
    () => `otherParamPrefix ${shown(otherParamPrefix)}, inputs ${[...names].join(', ')}`,
  );
}

/** Every key that formParam gives has an input, and every input that looks like a key is one. */
function checkNames(
  judge: Judge,
  question: Record<string, unknown>,
  prefix: string,
  paramIdType: unknown,
  names: ReadonlySet<string>,
): void {
  if (names.size === 0 || typeof question.id !== 'number') return;
  const ids = answerIds(question);
  const isDate = prefix.startsWith('dt_');
  const own = (paramIdType === 'questionId' ? [question.id] : ids).map((id) => `${prefix}${id}`);
  const other = memberOf(question, 'formParam.otherParamPrefix');
  const allowed = new Set(own);
  if (typeof other === 'string') for (const id of ids) allowed.add(`${withUnderscore(other)}${id}`);
  const missing = isDate ? [] : own.filter((name) => !names.has(name));
  const strange = [...names].filter((name) => {
    const id = keyLike.exec(name)?.[1];
    if (id === undefined || allowed.has(name)) return false;
    return !(isDate && name.startsWith('dt_') && ids.includes(Number(id)));
  });
  judge.expect(
    'KEYS-HTML-01',
    missing.length === 0 && strange.length === 0,
    `inputs named ${isDate ? `dt_…_${ids.join(', ')}` : own.join(', ')}`,
    () => `inputs named ${[...names].join(', ')}`,
  );
}

function answerIds(question: Record<string, unknown>): number[] {
  if (!Array.isArray(question.answers)) return [];
  return question.answers.flatMap((answer) => (isObject(answer) && typeof answer.id === 'number' ? [answer.id] : []));
}

/** The document does not show whether prefixes carry their underscore. */
export function withUnderscore(prefix: string): string {
  return prefix.endsWith('_') ? prefix : `${prefix}_`;
}
