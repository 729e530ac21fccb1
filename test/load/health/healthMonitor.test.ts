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
