/** Random numbers by a seed: the same seed gives the same world. */
export interface Random {
  /** @returns a number from 0 to below 1 */
  next(): number;
  /** @returns true with this chance */
  happens(chance: number): boolean;
  /** @returns a whole number from `least` to `most`, both included */
  between(least: number, most: number): number;
}

/** Mulberry32, one stream of its own for each seed and name. */
export function randomOf(seed: number, name: string): Random {
  let state = seed | 0;
  for (const letter of name) state = Math.imul(state ^ letter.charCodeAt(0), 0x01000193);
  const next = () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
  return {
    next,
    happens: (chance) => next() < chance,
    between: (least, most) => least + Math.floor(next() * (most - least + 1)),
  };
}
