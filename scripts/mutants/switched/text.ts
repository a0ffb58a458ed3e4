import type { Fault, Source } from '../fault.ts';
import { type Place, placeOf } from './places.ts';

/** One of the faults that a text has all at once, each behind its switch. */
export interface Switched {
  fault: Fault;
  /** by which it is switched on */
  id: number;
}

interface Spot extends Switched {
  place: Place;
}

/** Reached when the choice is made; without whoever answers it chooses what is right. */
const choice = ({ id, place }: Spot) => `globalThis.__fault__?.(${id}) ? (${place.faulty}) : `;

/** The text from `start` to `end`, in which the spots lie one beside or within the other. */
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
  /** those that cannot be chosen while the program runs */
  left: readonly Fault[];
}

/** A file with all its faults in it, of which none is on until `globalThis.__fault__` says so. */
export function withSwitches(source: Source, faults: readonly Switched[]): SwitchedText {
  const left: Fault[] = [];
  const spots = faults.flatMap(({ fault, id }): Spot[] => {
    const place = placeOf(source, fault);
    if (place) return [{ fault, id, place }];
    left.push(fault);
    return [];
  });
  // what is around comes before what is within
  spots.sort((a, b) => a.place.start - b.place.start || b.place.end - a.place.end);
  const text = written(source.text, 0, source.text.length, spots);
  return { text, switched: spots.map(({ fault, id }) => ({ fault, id })), left };
}
