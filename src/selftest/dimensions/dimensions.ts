import { sections } from '../../contract/clause.ts';
import { ToolError } from '../../errors.ts';
import { defaultVariants, type Variants, variantChoices } from '../../service/variants.ts';
import type { Injected } from '../faults/injection.ts';
import type { Dimension } from './dimension.ts';
import { cookieDimensions, envelopeDimensions, errorDimensions } from './tables/answerDimensions.ts';
import { pageDimensions } from './tables/pageDimensions.ts';
import { questionDimensions } from './tables/questionDimensions.ts';
import { paginationDimensions, recordDimensions } from './tables/recordsDimensions.ts';
import {
  administrationDimensions,
  datapadDimensions,
  departmentDimensions,
  keyDimensions,
  templateDimensions,
} from './tables/resourcesDimensions.ts';
import { moveDimensions, surveyDimensions } from './tables/surveysDimensions.ts';

/** What the service's own code decides by. */
export const decisions: readonly Dimension[] = Object.entries(variantChoices).map(([id, choice]) => ({
  id,
  ...choice,
}));

/**
 * Everything that the document leaves open, as far as a service can do it in one way or another. What changes how JSON is
 * written comes last, as nothing can be changed in text.
 */
export const dimensions: readonly Dimension[] = [
  ...decisions,
  ...surveyDimensions,
  ...moveDimensions,
  ...departmentDimensions,
  ...keyDimensions,
  ...templateDimensions,
  ...datapadDimensions,
  ...administrationDimensions,
  ...recordDimensions,
  ...paginationDimensions,
  ...pageDimensions,
  ...questionDimensions,
  ...cookieDimensions,
  ...errorDimensions,
  ...envelopeDimensions,
];

/** One value for each of some dimensions; the others keep their first. */
export type Chosen = Readonly<Record<string, string>>;

/** Values that together contradict the document, or each other, though each alone is allowed. */
export const incompatible: readonly Chosen[] = [
  // A weight of its own takes the place of the number that a respondent gave.
  { weightValue: 'fraction', numberIn: 'weight' },
  // A gateway knows nothing of pages: what it refuses, no client of the contract sends.
  { gateway: 'html', doubleSubmit: 'error' },
  { gateway: 'html', hugeText: 'error-400' },
  { gateway: 'html', hugeText: '413' },
  { gateway: 'html', unknownKey: 'error-400' },
  { gateway: 'html', foreignAnswer: 'error-400' },
  { gateway: 'html', wrongType: 'error-400' },
  // Without a cookie path that covers other surveys nobody is known there.
  { cookiePath: 'survey', routeCookie: 'required' },
  { cookieSpelling: 'quoted', routeCookie: 'required' },
  // A cleared cookie begins anew, whatever the service would have said to the old one.
  { cookieAtEnd: 'cleared', routeCookie: 'required' },
  { cookieAtEnd: 'cleared', cookieAgain: 'always' },
  { cookiePath: 'survey', cookieAgain: 'always' },
  { cookieSpelling: 'quoted', cookieAgain: 'always' },
  { cookiePath: 'surveys', cookieAgain: 'always' },
  { cookiePath: 'api', cookieAgain: 'always' },
];

/** What the choice of values makes of a service. */
export interface ResolvedDimensions {
  readonly variants: Variants;
  readonly injected: readonly Injected[];
}

/**
 * Completes a choice with the first values.
 *
 * @throws ToolError USAGE naming what exists, when a dimension or a value does not.
 */
export function resolveDimensions(chosen: Chosen): ResolvedDimensions {
  for (const [id, value] of Object.entries(chosen)) {
    const found = dimensions.find((each) => each.id === id);
    if (found === undefined) {
      throw new ToolError('USAGE', `there is no variant "${id}"; canvass serve --list-variants shows all`);
    }
    if (!found.values.includes(value)) {
      throw new ToolError('USAGE', `variant ${id} is one of ${found.values.join(', ')}, not "${value}"`);
    }
  }
  const decided = Object.fromEntries(Object.entries(chosen).filter(([id]) => Object.hasOwn(variantChoices, id)));
  const injected = dimensions.flatMap(({ id, values, how }) => {
    const value = chosen[id] ?? values[0] ?? '';
    return how === undefined || value === values[0] ? [] : how(value);
  });
  return {
    variants: { ...defaultVariants, ...decided } as Variants,
    injected: injected.map((how) => ({ how, everyNth: 1, among: 'anybody' })),
  };
}

/** Every single departure from the first values. */
export function everyDeparture() {
  return dimensions.flatMap(({ id, section, values }) => values.slice(1).map((value) => ({ id, section, value })));
}

/** Puts a choice right that holds incompatible values: the first of them gives way. */
export function compatible(chosen: Chosen): Chosen {
  const kept = { ...chosen };
  for (const pair of incompatible) {
    const [first] = Object.keys(pair);
    if (first !== undefined && Object.entries(pair).every(([id, value]) => kept[id] === value)) delete kept[first];
  }
  return kept;
}

/** A line a dimension, for people: values with the default first, and the section that leaves it open. */
export function describeDimensions(): string[] {
  return dimensions.map(
    ({ id, section, open, values }) => `${id} = ${values.join(' | ')}  ${open} (${sections[section]})`,
  );
}
