import type { ShownPage } from '../../judging/reading/page.ts';

/** One page on the way of a walk. */
export interface PageVisit {
  readonly page: ShownPage;
  /** The path that the page names for its submission; `null` when it leads elsewhere. */
  readonly submitPath: string | null;
  /** The accepted submission of this page; `null` while there is none. */
  body: string | null;
  /** How often the page was answered in this session, refused answers included. */
  attempts: number;
  /** Whether those answers were valid as far as anybody can know. */
  certain: boolean;
}
