/** `TEST_VOLUME=full`, as before anything lands: all of what a desk tries a part of. */
export const isFull = process.env.TEST_VOLUME === 'full';

/** How many of what could be tried for ever. */
export const volume = (full: number, part: number): number => (isFull ? full : part);

/** A few of many, evenly from the first to the last; @param count how many on a desk */
export function someOf<Item>(items: readonly Item[], count: number): Item[] {
  const step = isFull ? 1 : Math.max(items.length / count, 1);
  return items.filter((_, index) => Math.floor(index / step) !== Math.floor((index - 1) / step));
}
