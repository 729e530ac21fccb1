import type { CreateResponseRequest, Department, EmailTemplate } from '../../contract/administration.ts';
import type { Completion } from '../completedResponses.ts';
import type { ReplacedKey, ResponseFilter, Slice, Store, StoredResponse, Window } from './store.ts';

/** A store that hands everything on to another: a fault overrides what it changes. */
export class ForwardingStore implements Store {
  protected readonly inner: Store;

  constructor(inner: Store) {
    this.inner = inner;
  }

  add(completion: Completion): void {
    this.inner.add(completion);
  }

  addDepartment(department: Omit<Department, 'departmentID'>): Department {
    return this.inner.addDepartment(department);
  }

  departments(organizationId: number, window: Window): Slice<Department> {
    return this.inner.departments(organizationId, window);
  }

  addTemplate(template: Omit<EmailTemplate, 'emailTemplateID'>): EmailTemplate {
    return this.inner.addTemplate(template);
  }

  datapadText(surveyId: number, datapadId: number): string | undefined {
    return this.inner.datapadText(surveyId, datapadId);
  }

  setDatapadText(surveyId: number, datapadId: number, text: string): void {
    this.inner.setDatapadText(surveyId, datapadId, text);
  }

  addCreated(surveyId: number, request: CreateResponseRequest, storedAtMs: number): StoredResponse {
    return this.inner.addCreated(surveyId, request, storedAtMs);
  }

  responses(surveyId: number, window: Window): Slice<StoredResponse> {
    return this.inner.responses(surveyId, window);
  }

  matching(surveyId: number, filter: ResponseFilter, window: Window): Slice<StoredResponse> {
    return this.inner.matching(surveyId, filter, window);
  }

  response(surveyId: number, responseId: number): StoredResponse | undefined {
    return this.inner.response(surveyId, responseId);
  }

  completions(surveyId: number): number {
    return this.inner.completions(surveyId);
  }

  replaceKey(replaced: ReplacedKey): void {
    this.inner.replaceKey(replaced);
  }

  replacedKeys(): readonly ReplacedKey[] {
    return this.inner.replacedKeys();
  }

  close(): void {
    this.inner.close();
  }
}
