import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { expect, it, vi } from 'vitest';
import { HealthMonitor } from '../../../src/load/health/healthMonitor.ts';

it('a thread goes on where no file can be opened to read its memory from', () => {
  const monitor = new HealthMonitor();
  const before = monitor.take(0).memoryMiB;
  const rss = vi.spyOn(process.memoryUsage, 'rss').mockImplementation(() => {
    throw new Error('EMFILE: too many open files, uv_resident_set_memory');
  });
  expect(monitor.take(0).memoryMiB).toBe(before);
  rss.mockRestore();
  monitor.close();
  expect(before).toBeGreaterThan(1);
});

it('pauses for garbage are told: all of them, and the longest', async () => {
  setFlagsFromString('--expose-gc');
  const collect: () => void = runInNewContext('gc');
  const monitor = new HealthMonitor();
  collect();
  collect();
  const { garbageCollectionMs, longestCollectionMs = 0 } = await vi.waitFor(() => {
    const seen = monitor.take(0);
    expect(seen.garbageCollectionMs).toBeGreaterThan(0);
    return seen;
  });
  expect(longestCollectionMs).toBeGreaterThan(0);
  expect(longestCollectionMs).toBeLessThanOrEqual(garbageCollectionMs);
  monitor.close();
});
