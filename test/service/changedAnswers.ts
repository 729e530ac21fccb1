import { endpoints } from '../../src/contract/endpoints.ts';
import type { Injected, Injection } from '../../src/selftest/faults/injection.ts';
import type { ResponseDraft } from '../../src/selftest/faults/responseDraft.ts';
import type { Answering } from '../../src/service/administration/administrationArea.ts';
import type { AdministrationAnswer, AdministrationCall } from '../../src/service/administration/call.ts';
import { linesOf, storyNames, withoutIds } from './story.ts';

/**
 * Which injections change an answer that a clean service gives in its stories. One telling serves for all: each is tried
 * aside on every answer. Of those that change what a service does, it takes a service of its own to tell.
 */
export async function changingAnswers(injections: readonly Injection[]): Promise<ReadonlySet<Injection>> {
  const changing = new Set<Injection>();
  for (const name of storyNames) {
    const left = injections.filter((each) => !changing.has(each));
    const watching = [...left.flatMap((each) => besideResponses(each, changing)), besideCalls(left, changing)];
    const injected = watching.map((how): Injected => ({ how, everyNth: 1, among: 'anybody' }));
    for await (const _ of linesOf(name, { injected }));
  }
  return changing;
}

function besideResponses(how: Injection, changing: Set<Injection>): Injection[] {
  if (how.kind !== 'response') return [];
  const applies = (draft: ResponseDraft, context: Parameters<typeof how.applies>[1]): boolean => {
    if (changing.has(how) || !how.applies(draft, context)) return false;
    const changed = { ...draft, headers: { ...draft.headers }, body: structuredClone(draft.body) };
    how.change(changed, context);
    if (wordsOf(changed) !== wordsOf(draft)) changing.add(how);
    return false;
  };
  return [{ kind: 'response', applies, change: () => {} }];
}

function wordsOf({ httpStatus, contentType, delivery, headers, text, write, body }: ResponseDraft): string {
  const { date: _date, 'content-length': _length, ...fields } = headers;
  return withoutIds([httpStatus, contentType, delivery, JSON.stringify(fields), text ?? write(body)].join('\n'));
}

/** A call that is taken for another one is answered by the service where that changes nothing in it. */
function besideCalls(injections: readonly Injection[], changing: Set<Injection>): Injection {
  const around = (clean: Answering): Answering => {
    let asked: { readonly call: AdministrationCall; readonly answer: AdministrationAnswer } | undefined;
    const again: Answering = (call) => {
      if (call === asked?.call) return structuredClone(asked.answer);
      if (endpoints[call.endpoint].method !== 'GET') throw new Error('it would change what the service holds');
      return clean(call);
    };
    const tried = new Map(
      injections.flatMap((how) => (how.kind === 'administration' ? [[how, how.around(again, () => true)]] : [])),
    );
    return (call) => {
      const answer = clean(call);
      asked = { call, answer };
      const words = withoutIds(JSON.stringify(answer));
      for (const [how, answering] of tried) {
        try {
          if (withoutIds(JSON.stringify(answering(call))) === words) continue;
          changing.add(how);
        } catch {}
        tried.delete(how);
      }
      return answer;
    };
  };
  return { kind: 'administration', around };
}
