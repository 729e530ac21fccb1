import type { Profile } from '../../profile/profile.ts';
import { type BadLuck, badLucks } from '../../result/exchange.ts';
import type { Random } from '../random.ts';

/** What a respondent does next with the page before it. */
export type Choice = 'submit' | 'invalid' | 'back' | 'resume' | 'abandon' | ExpiryKind | BadLuck;

/** How a respondent loses its session on purpose. */
export type ExpiryKind = Profile['respondent']['expire']['kinds'][number];

const expiryKinds: Readonly<Record<ExpiryKind, true>> = { drop: true, forge: true, stale: true, idle: true };

export function isExpiryKind(kind: string): kind is ExpiryKind {
  return Object.hasOwn(expiryKinds, kind);
}

type Traits = Profile['respondent'];

/** Draws the next step; at most one departure from the straight way for a page, each with its own probability. */
export function drawChoice(traits: Traits, random: Random): Choice {
  const { abandon, resume, back, expire, invalid } = traits;
  const drawn = random.next();
  if (drawn < abandon) return 'abandon';
  if (drawn < abandon + resume) return 'resume';
  if (drawn < abandon + resume + back) return 'back';
  if (drawn < abandon + resume + back + expire.probability) {
    const kind = expire.kinds[random.below(expire.kinds.length)];
    return kind ?? 'submit';
  }
  const usual = abandon + resume + back + expire.probability + invalid;
  return drawn < usual ? 'invalid' : drawBadLuck(traits, drawn - usual);
}

function drawBadLuck({ badLuck }: Traits, drawn: number): Choice {
  let upTo = 0;
  for (const kind of badLucks) {
    upTo += badLuck[kind];
    if (drawn < upTo) return kind;
  }
  return 'submit';
}
