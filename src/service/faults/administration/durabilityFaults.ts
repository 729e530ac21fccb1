import type { Store } from '../../store/store.ts';
import { type Fault, fault, type Occurs } from '../fault.ts';
import { DoublingStore, LosingStore, OverlookingStore, SwappingStore, TruncatingStore } from './faultyStores.ts';

const everyNth = 50;

function store(id: string, description: string, replace: (clean: Store, occurs: Occurs) => Store): Fault {
  return fault({ id, section: 'sanity', description, everyNth }, { kind: 'store', replace });
}

/** Completed walks that are not stored once and unaltered; respondents do not notice any of it. */
export const durabilityFaults: readonly Fault[] = [
  store('walk-record-lost', 'A completion is accepted and not stored.', (clean, due) => new LosingStore(clean, due)),
  store('walk-record-doubled', 'A completion is stored twice.', (clean, due) => new DoublingStore(clean, due)),
  store(
    'walk-record-swapped',
    'Two respondents are stored with the choices of each other.',
    (clean, due) => new SwappingStore(clean, due),
  ),
  store('walk-record-text-cut', 'Half of every text is stored.', (clean, due) => new TruncatingStore(clean, due)),
  store(
    'walk-record-not-filtered',
    'A completion is missing from the filter, in its count too.',
    (clean) => new OverlookingStore(clean, everyNth),
  ),
];
