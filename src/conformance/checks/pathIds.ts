import type { Exchange } from '../../result/exchange.ts';
import { type Judge, shown } from '../ledger/judge.ts';
import { isObject } from './fields.ts';

/** The id in the body is the one in the path. */
export function sameAsPath(
  judge: Judge,
  exchange: Exchange,
  object: unknown,
  member: string,
  folder: string,
  clause:
    | 'TEMPLATE-SURVEY-01'
    | 'DATAPAD-SURVEY-01'
    | 'DATAPAD-ID-01'
    | 'DEPARTMENT-ORGANIZATION-02'
    | 'RECORD-SURVEY-ID-01',
): void {
  const wanted = new RegExp(`/${folder}/(-?\\d+)`).exec(exchange.path)?.[1];
  if (wanted === undefined || !isObject(object)) return;
  judge.expect(clause, object[member] === Number(wanted), `${member} ${wanted}, as in the path`, () =>
    shown(object[member]),
  );
}
