import type { Variants } from '../variants.ts';

const months = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'] as const;

const offsetMinutes: Readonly<Record<Variants['timestampZone'], number>> = { UTC: 0, PDT: -420, 'GMT+05:30': 330 };

/**
 * An instant as the `timestamp` of a record: `DD Mon, YYYY hh:mm:ss AM/PM <zone>` (service.md#record-timestamp).
 *
 * @param instantMs milliseconds since the epoch.
 */
export function timestampText(instantMs: number, zone: Variants['timestampZone']): string {
  const local = new Date(instantMs + offsetMinutes[zone] * 60_000);
  const hours = local.getUTCHours();
  const date = `${two(local.getUTCDate())} ${monthName(local.getUTCMonth() + 1)}, ${local.getUTCFullYear()}`;
  const time = `${two(hours % 12 || 12)}:${two(local.getUTCMinutes())}:${two(local.getUTCSeconds())}`;
  return `${date} ${time} ${hours < 12 ? 'AM' : 'PM'} ${zone}`;
}

/** @param month 1 to 12. */
export function monthName(month: number): string {
  return months[month - 1] ?? '';
}

export function two(value: number): string {
  return String(value).padStart(2, '0');
}
