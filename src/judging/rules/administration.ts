import type { EndpointId } from '../../contract/endpoints.ts';
import type { Findings } from '../findings.ts';
import type { Answer } from '../reading/answer.ts';
import { judgeRegenerated } from './apiKey.ts';
import { judgeDatapad } from './datapads.ts';
import { judgeDepartment, judgeDepartments } from './departments.ts';
import { judgeFetched } from './fetchedRecord.ts';
import { judgeCreated } from './records.ts';
import { judgeRecords } from './responses.ts';
import { judgeTemplate } from './templates.ts';

const rules: Partial<Record<EndpointId, (findings: Findings, answer: Answer) => void>> = {
  'create-department': judgeDepartment,
  'list-departments': judgeDepartments,
  'regenerate-key': judgeRegenerated,
  'create-template': judgeTemplate,
  'update-datapad': judgeDatapad,
  'create-response': judgeCreated,
  'list-responses': judgeRecords,
  'filter-responses': judgeRecords,
  'fetch-response': judgeFetched,
};

/** Endpoints 4 to 12: what one answer must be, whatever was asked before it. */
export function judgeAdministration(findings: Findings, answer: Answer): void {
  rules[answer.exchange.endpoint]?.(findings, answer);
}
