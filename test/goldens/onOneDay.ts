const noon = Date.UTC(2026, 10, 27, 12);

/**
 * Runs something on a certain day, from noon on, whatever day it is: probes answer questions for dates by those of today,
 * and what they send is told alike each day.
 */
export async function onOneDay<T>(run: () => Promise<T>): Promise<T> {
  const today = globalThis.Date;
  const shiftMs = noon - today.now();
  const now = (): number => today.now() + shiftMs;
  globalThis.Date = new Proxy(today, {
    construct: (target, given) => Reflect.construct(target, given.length === 0 ? [now()] : given),
    get: (target, name) => (name === 'now' ? now : Reflect.get(target, name)),
  });
  try {
    return await run();
  } finally {
    globalThis.Date = today;
  }
}
