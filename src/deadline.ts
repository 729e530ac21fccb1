/**
 * What `work` comes to, or `otherwise` where that takes longer: nothing that others hold up may hold up a run, or the end
 * of its process. The work itself is not ended, and what becomes of it later is of no use to anybody.
 */
export async function within<T, U>(ms: number, work: Promise<T>, otherwise: () => U): Promise<T | U> {
  const { promise, resolve } = Promise.withResolvers<U>();
  const timer = setTimeout(() => resolve(otherwise()), ms);
  work.catch(() => {});
  return await Promise.race([work, promise]).finally(() => clearTimeout(timer));
}
