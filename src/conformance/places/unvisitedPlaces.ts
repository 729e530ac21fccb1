import { Administrator, lacksAdmin } from '../probes/administrator.ts';
import type { Probe, ProbeContext, ProbeSettings } from '../probes/probeContext.ts';
import { departmentPlaces, recordPlaces } from './listPlaces.ts';
import { PlacesLeft } from './placesLeft.ts';
import { walkToPlaces } from './walkPlaces.ts';

/** What of the profile says how far is gone. */
export interface PlacesBudget {
  readonly placesRequests: number;
  readonly deep: boolean;
}

/** How much more a deep look takes. */
const deepTimes = 10;

/**
 * Goes where nobody has been: after probes and crowd, to the places where some clause was not looked at yet, each part of
 * it a probe of its own, so that one that is blocked leaves the others.
 */
export function elsewhere({ placesRequests, deep }: PlacesBudget): readonly Probe[] {
  let left: PlacesLeft | null = null;
  const leftOf = ({ environment }: ProbeContext): PlacesLeft => {
    const requests = placesRequests * (deep ? deepTimes : 1);
    left ??= new PlacesLeft(environment.evidence, { placesRequests: requests, deep });
    return left;
  };
  const part = (
    id: string,
    lacks: (settings: ProbeSettings) => string | null,
    run: (context: ProbeContext, left: PlacesLeft) => Promise<void>,
  ): Probe => ({ id, area: 'endpoints', lacks, run: (context) => run(context, leftOf(context)) });
  return [
    part('places-of-records', lacksAdmin('surveyId'), (context, its) => recordPlaces(new Administrator(context), its)),
    part('places-of-departments', lacksAdmin('organizationId'), (context, its) =>
      departmentPlaces(new Administrator(context), its),
    ),
    part('places-of-pages', () => null, walkToPlaces),
  ];
}
