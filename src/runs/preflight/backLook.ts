import { Conversation, isAccepted, shows } from '../../conformance/drive/conversation.ts';
import { closeEnvironment, createEnvironment } from '../../conformance/drive/probeEnvironment.ts';
import { ProbeRecorder } from '../../conformance/drive/probeRecorder.ts';
import type { EntityId } from '../../contract/entityId.ts';
import type { ShownPage } from '../../judging/reading/shownPage.ts';
import type { Profile } from '../../profile/profile.ts';

/**
 * Goes back from the page shown.
 *
 * @param before the page before it
 * @returns whether that page was shown; `null` where nobody can say
 */
export async function triesBack(conversation: Conversation, before: ShownPage): Promise<boolean | null> {
  const current = conversation.page;
  const back = await conversation.back();
  if (back.page === null) return null;
  if (shows(back, current)) return false;
  return shows(back, before) ? true : null;
}

/**
 * Whether the survey that is to disallow going back does so: takes it, submits its first page, and goes back.
 *
 * @param baseUrl the base URL that is really used
 * @returns whether it goes back, which it is not to, and then the walked surveys that do not: one of them may have been meant
 */
export async function lookBack(profile: Profile, baseUrl: string, noBack: EntityId) {
  const environment = createEnvironment(
    profile,
    baseUrl,
    () => {},
    () => false,
  );
  const goesBack = async (surveyId: EntityId): Promise<boolean | null> => {
    const conversation = new Conversation(new ProbeRecorder(environment), surveyId);
    const { page } = await conversation.take();
    if (page === null || page.isFinal === true || !isAccepted(await conversation.answer())) return null;
    return conversation.page === null ? null : await triesBack(conversation, page);
  };
  try {
    if ((await goesBack(noBack)) !== true) return { goesBack: false, staying: [] };
    const others = profile.surveys.walk.map(({ id }) => id).filter((id) => id !== noBack);
    const went = await Promise.all(others.map(goesBack));
    return { goesBack: true, staying: others.filter((_, at) => went[at] === false) };
  } finally {
    await closeEnvironment(environment);
  }
}
