import type { Variants } from '../variants.ts';

type ProgressVariants = Pick<Variants, 'progressFirst' | 'progressLast' | 'progressOrder'>;

/** A progress that stands still does so within steps of this many percent. */
const coarseStepPercent = 20;

/** `progressPercentage` of a page, 0 to 100; what it counts is not shown, so the variants decide. */
export function progressOf(index: number, pages: number, variants: ProgressVariants): number {
  const before = variants.progressFirst === 'zero' ? index : index + 1;
  const whole = pages + (variants.progressFirst === 'zero' ? -1 : 0) + (variants.progressLast === '100' ? 0 : 1);
  const fine = whole === 0 ? 0 : Math.round((before / whole) * 100);
  const isLast = index === pages - 1;
  switch (variants.progressOrder) {
    case 'grows':
      return fine;
    case 'never-falls':
      return isLast || fine < coarseStepPercent ? fine : fine - (fine % coarseStepPercent);
    case 'may-fall':
      return isLast || index % 2 === 0 ? fine : Math.floor(fine / 3);
  }
}
