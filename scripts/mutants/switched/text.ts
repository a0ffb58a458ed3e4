import type { Fault, Source } from '../fault.ts';
import { type Place, placeOf } from './places.ts';

/** A fault that is planted together with others, each behind its switch. */
export interface Switched {
  fault: Fault;
  /** the number of its switch */
  id: number;
}

interface Spot extends Switched {
  place: Place;
}

/** Evaluated at each choice; without `__fault__` the right code is chosen. */
const choice = ({ id, place }: Spot) => `globalThis.__fault__?.(${id}) ? (${place.faulty}) : `;

/** The text from `start` to `end` with its choices, which are beside or within each other. */
function written(text: string, start: number, end: number, spots: readonly Spot[]): string {
  const [first] = spots;
  if (!first) return text.slice(start, end);
  const { place } = first;
  const same = spots.filter(
    ({ place: { start, end } }) => start === place.start && end === place.end,
  );
  const within = spots.filter((spot) => !same.includes(spot) && spot.place.start < place.end);
  const after = spots.slice(same.length + within.length);
  const own = place.own ?? written(text, place.start, place.end, within);
  return [
    text.slice(start, place.start),
    `${place.opening}${same.map(choice).join('')}(${own})${place.closing}`,
    written(text, place.end, end, after),
  ].join('');
}

export interface SwitchedText {
  text: string;
  switched: readonly Switched[];
  /** faults that cannot be switched at run time */
  unswitchable: readonly Fault[];
}

/** The text of a file with all its faults, each off until `globalThis.__fault__` returns true for it. */
export function withSwitches(source: Source, faults: readonly Switched[]): SwitchedText {
  const unswitchable: Fault[] = [];
  const spots = faults.flatMap(({ fault, id }): Spot[] => {
    const place = placeOf(source, fault);
    if (place) return [{ fault, id, place }];
    unswitchable.push(fault);
    return [];
  });
  // an outer spot comes before an inner one
  spots.sort((a, b) => a.place.start - b.place.start || b.place.end - a.place.end);
  const text = written(source.text, 0, source.text.length, spots);
  return { text, switched: spots.map(({ fault, id }) => ({ fault, id })), unswitchable };
}
