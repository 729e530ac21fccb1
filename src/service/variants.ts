import { ToolError } from '../errors.ts';
import { type VariantChoice, type VariantId, variantChoices } from './variantChoices.ts';

/** One alternative for each thing that the document leaves open. */
export type Variants = { readonly [K in VariantId]: (typeof variantChoices)[K]['alternatives'][number] };

const variantIds = Object.keys(variantChoices) as readonly VariantId[];

/** The first alternative of every choice. */
export const defaultVariants: Variants = resolveVariants({});

/**
 * Completes a choice with the defaults.
 *
 * @param chosen alternative by variant, as text from a command line may give it.
 * @returns a frozen, complete choice.
 * @throws ToolError USAGE naming what exists, when a variant or an alternative does not.
 */
export function resolveVariants(chosen: Readonly<Record<string, string>>): Variants {
  for (const [id, value] of Object.entries(chosen)) {
    if (!isVariantId(id)) {
      throw new ToolError('USAGE', `there is no variant "${id}"; there are: ${variantIds.join(', ')}`);
    }
    const { alternatives }: VariantChoice = variantChoices[id];
    if (!alternatives.includes(value)) {
      throw new ToolError('USAGE', `variant ${id} is one of ${alternatives.join(', ')}, not "${value}"`);
    }
  }
  const complete = Object.fromEntries(variantIds.map((id) => [id, chosen[id] ?? variantChoices[id].alternatives[0]]));
  return Object.freeze(complete) as Variants;
}

function isVariantId(id: string): id is VariantId {
  return Object.hasOwn(variantChoices, id);
}
