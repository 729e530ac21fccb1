import { endpoints, isEndpointId } from '../../contract/endpoints.ts';
import { ordinalText, ordinalWord } from '../../result/chances.ts';
import type { Condition } from '../../result/verdict.ts';
import { isNoChance, oneIn, strayShare } from './chance.ts';

/**
 * Where the first few are right and so many after them are not, none of them right, of what changes something: an order
 * like that is one way to divide the checks and not one of hundreds.
 */
const plainOrder = { mostRight: 2, leastWrong: 10 };

/** What a service does at an endpoint, as it is counted. */
const deeds: Readonly<Record<string, string>> = {
  take: 'take',
  'submit-page': 'submission',
  'previous-page': 'step back',
  'create-department': 'department created',
  'regenerate-key': 'regeneration',
  'create-template': 'template created',
  'update-datapad': 'update',
  'create-response': 'response created',
};

/** A service that breaks later than this breaks for another reason than how often it was asked. */
const latestBeginning = 10;
const leastBroken = 3;

/**
 * From the so manyth request of its kind on, where those before held and hardly any after them did. What tells nothing, as
 * a refusal, is not counted.
 */
export function since(
  endpoint: string,
  broken: ReadonlySet<number>,
  held: ReadonlySet<number>,
  deed = deeds[endpoint] ?? 'request',
): Condition | null {
  const numbers = [...broken.union(held)].sort((one, other) => one - other);
  const earlier = numbers.findIndex((number) => broken.has(number));
  const from = earlier + 1;
  if (earlier === 0 || from > latestBeginning || broken.size < leastBroken) return null;
  const later = numbers.length - earlier - broken.size;
  if (later > strayShare * broken.size) return null;
  const [failed, of] = [broken.size, broken.size + later];
  const isPlain =
    isEndpointId(endpoint) &&
    endpoints[endpoint].mutates &&
    later === 0 &&
    earlier <= plainOrder.mostRight &&
    failed >= plainOrder.leastWrong;
  const isSure = isPlain || isNoChance(failed, of, of + earlier);
  const words = `from the ${ordinalWord(from)} ${deed} on`;
  return { words, failed, of, others: earlier, isSure, from };
}

const longestRhythm = 100;

/** What is counted: the shortest rhythm, and which part of it a beat may be off. Who is served first of completions is not who was answered first. */
const counted = {
  'request of its kind': { shortest: 3, offBy: 0 },
  completion: { shortest: 2, offBy: 1 / 4 },
} as const;

/**
 * Every so manyth thing of its kind, where that is no chance.
 *
 * @param broken numbers of those that broke
 * @param held numbers of those that held, and of others
 */
export function rhythm(
  broken: Iterable<number>,
  held: ReadonlySet<number>,
  what: keyof typeof counted = 'request of its kind',
): Condition | null {
  const at = [...broken].sort((one, other) => one - other);
  const steps = at.slice(1).map((each, index) => each - (at[index] ?? 0));
  const every = steps.length > 1 ? lengthOf(steps, what) : undefined;
  if (every === undefined) return null;
  const slack = slackOf(every, what);
  // The first step says how long it is; each other one may be of another length, and may leave some out.
  const leavesNoneOut = steps.every((step) => step < 2 * every - slack);
  const perStep = Math.log(every / (2 * slack + 1)) - (leavesNoneOut ? (every - 1) * Math.log(1 - 1 / every) : 0);
  const isDue = (number: number): boolean =>
    (number - (at.findLast((each) => each < number) ?? at[0] ?? 0)) % every === 0 &&
    !at.some((each) => Math.abs(each - number) <= slack);
  const stray = [...held].filter(isDue).length;
  if ((steps.length - 1) * perStep < Math.log(oneIn) || stray > strayShare * at.length) return null;
  const words = `with every ${ordinalText(String(every))} ${what}`;
  const others = held.difference(new Set(at)).size;
  return { words, failed: at.length, of: at.length + stray, others: others - stray, isSure: true };
}

/** The length that fits all steps best, the longest of those that do alike; `undefined` where none does. */
function lengthOf(steps: readonly number[], what: keyof typeof counted): number | undefined {
  const count = longestRhythm - counted[what].shortest + 1;
  const lengths = Array.from({ length: count }, (_, shorter) => longestRhythm - shorter);
  const offBy = (every: number): number[] =>
    steps.map((step) => Math.abs(step - every * Math.max(1, Math.round(step / every))));
  return lengths
    .map((every) => ({ every, off: offBy(every) }))
    .filter(({ every, off }) => off.every((each) => each <= slackOf(every, what)))
    .map(({ every, off }) => ({ every, off: off.reduce((all, each) => all + each, 0) }))
    .toSorted((one, other) => one.off - other.off)[0]?.every;
}

function slackOf(every: number, what: keyof typeof counted): number {
  return Math.floor(every * counted[what].offBy);
}
