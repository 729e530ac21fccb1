import type { AuditResult } from '../../../result/runResult.ts';
import { percentileOf } from '../../measures.ts';
import { countOf, countText, latencyText, orDash } from '../../quantities.ts';
import { type Html, html } from '../html.ts';
import { keyFigure, type PageSection, table } from '../parts.ts';

function visibleFigures({ visibility }: AuditResult): Html[] {
  if (visibility === undefined || visibility.after.count === 0) return [];
  const { after, looks } = visibility;
  const read = looks === 1 ? 'the records were read once' : `the records were read ${looks} times`;
  return [
    keyFigure('Visible, median', latencyText(after.p50), 'after completion at most, half of the records'),
    keyFigure('Visible, 99 of 100', orDash(percentileOf(after, 'p99')), 'after completion at most'),
    keyFigure('Visible, last', latencyText(after.max), read),
  ];
}

function whereNothingIsWrong({ stored }: AuditResult): string {
  return stored === 0
    ? 'No completion could be read back, so nothing can be said of how they are stored.'
    : 'Every completion that the service accepted and that could be read back is stored once, unaltered.';
}

/** Accepted completions against the response records of the service; nothing where no audit was made. */
export function auditSection(audit: AuditResult | null): PageSection | null {
  if (audit === null) return null;
  const wrong = audit.lost + audit.duplicated + audit.altered + audit.foreign;
  const { silent = 0 } = audit;
  const figure = (label: string, count: number, detail: string): Html =>
    keyFigure(label, countText(count), detail, count > 0 ? 'bad' : '');
  return {
    id: 'audit',
    menu: 'Audit',
    title: 'Durability audit',
    note:
      wrong === 0
        ? whereNothingIsWrong(audit)
        : html`<b class="bad-text">${countOf(wrong, 'completion is', 'completions are')} not stored as accepted.</b>`,
    body: html`<dl class="figures">
${keyFigure('Completed', countText(audit.completed), 'accepted by the service')}
${keyFigure('Found', countText(audit.stored), audit.audited === undefined ? 'among the response records' : `of ${countText(audit.audited)} audited, among the response records`)}
${silent > 0 && keyFigure('Without a record', countText(silent), 'of surveys that show no record of any walk')}
${figure('Lost', audit.lost, 'accepted, but not stored')}
${figure('Duplicated', audit.duplicated, 'stored more than once')}
${figure('Altered', audit.altered, 'not stored as they were answered')}
${figure('Foreign', audit.foreign, 'stored under another respondent')}
${keyFigure('Unread', countText(audit.unread), 'could not be read back', audit.unread > 0 ? 'warn' : '')}
${keyFigure('Indeterminate', countText(audit.indeterminate), 'their answer never came')}
${visibleFigures(audit)}
</dl>${audit.unseen.length > 0 && html`<ul>${audit.unseen.map((text) => html`<li>${text}</li>`)}</ul>`}${
      audit.examples.length > 0 &&
      table(
        'Examples',
        ['Kind', 'Respondent’s token', 'Response records', 'Detail'],
        audit.examples.map((example) => [
          example.kind,
          html`<code>${example.token}</code>`,
          example.responseIds.join(', '),
          example.detail,
        ]),
      )
    }`,
  };
}
