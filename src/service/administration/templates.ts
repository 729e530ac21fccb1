import type { Store } from '../store/store.ts';
import type { Variants } from '../variants.ts';
import { templateBody } from './bodies.ts';
import { type AdministrationAnswer, type AdministrationCall, error, success } from './call.ts';

/** The one user whom the service knows: whoever calls with a valid key. */
const userID = 7;

const members = ['isGlobal', 'title', 'emailSubject', 'content'] as const;

/** POST templates (service.md#create-template). */
export function createTemplate(
  call: AdministrationCall,
  surveyID: number,
  store: Store,
  variants: Variants,
): AdministrationAnswer {
  const body = templateBody(call.body, variants);
  if (body === undefined) return error(400);
  const { templateMembers, templateType, templateDraft } = variants;
  const mandatory = members.filter((member) => templateMembers === 'all' || templateMembers === member);
  if (mandatory.some((member) => body[member] === undefined)) return error(400);
  const { isGlobal = false, title = '', emailSubject = '', content = '' } = body;
  const template = store.addTemplate({
    userID,
    surveyID,
    type: Number(templateType),
    isGlobal,
    draft: templateDraft === 'true',
    title,
    emailSubject,
    content,
  });
  return success(Number(variants.createTemplateHttp), template);
}
