import { annotation, mostFindings } from '../formats/githubAnnotations.ts';
import { cut } from '../plainText.ts';
import type { DuetReport } from './duetReport.ts';
import { isUnwanted } from './duetWords.ts';

/** A duet as GitHub workflow commands: an error for the verdict and for each regression and difference. */
export function duetAnnotations({ verdict, headline, reasons, promises, differences }: DuetReport): string {
  if (verdict === 'PASS') return '';
  const level = verdict === 'FAIL' ? 'error' : 'warning';
  const findings = [
    ...promises
      .filter(({ gating }) => gating)
      .map(({ violation: { id, expected, actual } }) =>
        annotation('error', `REGRESSION ${id}`, `expected ${cut(expected, 300)}, actual ${cut(actual, 300)}`),
      ),
    ...differences
      .filter(({ standing }) => isUnwanted(standing))
      .map(({ id, endpoints, path, base, candidate }) =>
        annotation('error', id, `${endpoints.join(', ')} ${path}: ${cut(base, 300)} became ${cut(candidate, 300)}`),
      ),
  ];
  const lines = [annotation(level, `canvass duet ${verdict}`, [headline, ...reasons].join(' ')), ...findings];
  return lines
    .slice(0, 1 + mostFindings)
    .map((line) => `${line}\n`)
    .join('');
}
