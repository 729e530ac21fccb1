import type { ServiceOptions } from '../service/service.ts';
import { type Chosen, resolveDimensions } from './dimensions/dimensions.ts';
import type { ChosenFault } from './faults/faults.ts';
import { injectFaults } from './faults/injectFaults.ts';
import type { Injected } from './faults/injection.ts';

/** A service with faults, or one that does otherwise where the document is silent. */
export interface AlteredOptions extends Omit<ServiceOptions, 'variants' | 'around'> {
  readonly faults?: readonly ChosenFault[];
  /** A value for each dimension that departs from its first. */
  readonly variants?: Chosen;
  /** Changes beyond the faults of the tables. */
  readonly injected?: readonly Injected[];
}

type Altered = ServiceOptions & Required<Pick<ServiceOptions, 'around'>>;

/** The options by which a clean service is started so. @throws ToolError USAGE for a dimension or value that is none */
export function altered({ faults = [], variants, injected = [], ...options }: AlteredOptions): Altered {
  const beside = faults.map(({ fault }) => fault.variants);
  const open = resolveDimensions(Object.assign({}, ...beside, variants));
  const chosen = faults.map(({ fault: { how, among }, everyNth }) => ({ how, among, everyNth }));
  return {
    ...options,
    variants: open.variants,
    around: (now) => injectFaults([...open.injected, ...chosen, ...injected], now),
  };
}
