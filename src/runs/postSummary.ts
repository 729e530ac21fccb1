import type { Secret } from '../profile/secret.ts';
import { slackMessage } from '../report/formats/announcements.ts';
import type { RunResult } from '../result/runResult.ts';

/** A chat that says nothing for this long is not waited for. */
const patienceMs = 5000;

/**
 * Posts the summary of a run where its profile wants it. Nobody waits for it: the verdict is told meanwhile, and what goes
 * wrong is a notice. The address is not shown, for who knows it may post there.
 */
export function postSummary(webhook: Secret, result: RunResult, onTrouble: (trouble: string) => void): void {
  const request = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(slackMessage(result)),
    redirect: 'error',
    signal: AbortSignal.timeout(patienceMs),
  } as const;
  fetch(webhook.reveal(), request).then(
    async (answer) => {
      if (!answer.ok) onTrouble(`output.webhook refused the summary (HTTP ${answer.status}).`);
      await answer.body?.cancel();
    },
    (error: unknown) => {
      const isLate = error instanceof Error && error.name === 'TimeoutError';
      const why = isLate ? `no answer came within ${patienceMs / 1000} s` : 'it could not be reached';
      onTrouble(`output.webhook was not told of the run: ${why}.`);
    },
  );
}
