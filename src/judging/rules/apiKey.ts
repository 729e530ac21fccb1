import { type Clause, must, should } from '../../contract/clause.ts';

export const apiKeyClauses = {
  'KEY-REGENERATE-02': must('regenerate-key', 'regenerate-key-new', 'The key that comes back is another key.', {
    probes: ['regeneration'],
  }),
  'KEY-REGENERATE-03': must('regenerate-key', 'regenerate-key-expires', 'The old key has expired: it gives 401.', {
    probes: ['regeneration'],
  }),
  'KEY-REGENERATE-04': must('authentication', 'auth-replacement', 'The replacement key works.', {
    probes: ['regeneration'],
  }),
  'KEY-REGENERATE-05': should(
    'regenerate-key',
    'regenerate-key-others',
    'Only the key of the call expires: other keys live on.',
    { probes: ['regeneration'] },
  ),
} as const satisfies Record<string, Clause>;
