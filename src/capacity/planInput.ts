import { ToolError } from '../errors.ts';
import type { PlanInput } from './plan.ts';

const unitSeconds: Readonly<Record<string, number>> = { s: 1, min: 60, h: 3600 };

/** Reads `120/s`, `120`, `7200/min` or `432000/h` as respondents a second. @throws ToolError USAGE */
export function parsePeak(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(?:\/\s*(s|min|h))?$/.exec(text.trim());
  const perSecond = Number(match?.[1]) / (unitSeconds[match?.[2] ?? 's'] ?? Number.NaN);
  if (match === null || !(perSecond > 0))
    throw new ToolError('USAGE', `--peak takes respondents by time, as 120/s, 7200/min or 432000/h, not "${text}"`);
  return perSecond;
}

/** Reads `30%` or `0.3` as a share of 1. @throws ToolError USAGE */
export function parseHeadroom(text: string): number {
  const match = /^(\d+(?:\.\d+)?)\s*(%)?$/.exec(text.trim());
  if (match === null) throw new ToolError('USAGE', `--headroom takes a share, as 30% or 0.3, not "${text}"`);
  const value = Number(match[1]);
  return match[2] === '%' ? value / 100 : value;
}

/** What the command line, and else the profile, expects; null where no peak is named. */
export function planInputOf(
  options: { readonly peakPerSecond: number | null; readonly headroom: number | null },
  profile: { readonly peakPerSecond: number | null; readonly headroom: number } | null,
): PlanInput | null {
  const peakPerSecond = options.peakPerSecond ?? profile?.peakPerSecond ?? null;
  if (peakPerSecond === null) return null;
  return { peakPerSecond, headroom: options.headroom ?? profile?.headroom ?? 0.3 };
}
