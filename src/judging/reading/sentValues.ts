import { isRecord } from '../../contract/jsonShape.ts';

/** Whether a value says that there is none. */
export function isAbsent(value: unknown): boolean {
  return value === undefined || value === null || value === '';
}

/** Whether what came is what was sent; what it has beside, and what it does not show, plays no part. */
export function holds(sent: unknown, came: unknown): boolean {
  if (isAbsent(sent)) return isAbsent(came);
  if (!isRecord(sent)) return sent === came;
  return (
    isRecord(came) &&
    Object.entries(sent).every(([name, value]) => came[name] === undefined || holds(value, came[name]))
  );
}
