import { endpoints, isEndpointId } from '../../contract/endpoints.ts';
import type { Witness } from '../../result/verdict.ts';

/** Whether the steps of a witness create or change what others may see, beyond a walk of its own. */
export function changesData({ steps }: Witness): boolean {
  return steps.some(({ endpoint }) => {
    if (!isEndpointId(endpoint)) return true;
    const { area, mutates } = endpoints[endpoint];
    return mutates && area === 'administration';
  });
}
