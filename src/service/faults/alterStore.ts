import type { Store } from '../store/store.ts';
import type { Injection, Occurs } from './injection.ts';

/** Has a store do some things otherwise, with a memory of each service's own; what it does not name is done as before. */
export function alterStore(change: (clean: Store, occurs: Occurs, now: () => number) => Partial<Store>): Injection {
  return {
    kind: 'store',
    replace: (clean, occurs, now) => ({
      add: (completion) => clean.add(completion),
      addDepartment: (department) => clean.addDepartment(department),
      departments: (organizationId, window) => clean.departments(organizationId, window),
      addTemplate: (template) => clean.addTemplate(template),
      datapadText: (surveyId, datapadId) => clean.datapadText(surveyId, datapadId),
      setDatapadText: (surveyId, datapadId, text) => clean.setDatapadText(surveyId, datapadId, text),
      addCreated: (surveyId, request, storedAtMs) => clean.addCreated(surveyId, request, storedAtMs),
      responses: (surveyId, window) => clean.responses(surveyId, window),
      matching: (surveyId, filter, window) => clean.matching(surveyId, filter, window),
      response: (surveyId, responseId) => clean.response(surveyId, responseId),
      completions: (surveyId) => clean.completions(surveyId),
      replaceKey: (replaced) => clean.replaceKey(replaced),
      replacedKeys: () => clean.replacedKeys(),
      close: () => clean.close(),
      ...change(clean, occurs, now),
    }),
  };
}
