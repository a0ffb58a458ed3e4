/**
 * Polyfills for the oldest supported browsers: each function is defined only where the browser lacks it, and does no
 * more than the app needs. New browsers never fetch this file.
 */

function anySignal(signals: Iterable<AbortSignal>): AbortSignal {
  const first = new AbortController();
  const { signal: combinedSignal } = first;
  for (const signal of signals) {
    const follow = () => first.abort(signal.reason);
    if (signal.aborted) follow();
    else signal.addEventListener('abort', follow, { signal: combinedSignal });
  }
  return combinedSignal;
}

function timeoutSignal(ms: number): AbortSignal {
  const end = new AbortController();
  setTimeout(() => end.abort(new DOMException('The time is over.', 'TimeoutError')), ms);
  return end.signal;
}

function groupBy<K, T>(items: Iterable<T>, keyOf: (item: T, index: number) => K): Map<K, T[]> {
  const groups = new Map<K, T[]>();
  let index = 0;
  for (const item of items) {
    const key = keyOf(item, index);
    index += 1;
    const group = groups.get(key);
    if (group) group.push(item);
    else groups.set(key, [item]);
  }
  return groups;
}

function findLastIndex<T>(
  this: readonly T[],
  isWanted: (item: T, index: number, all: readonly T[]) => unknown,
): number {
  let index = this.length - 1;
  while (index >= 0 && !isWanted(this[index] as T, index, this)) index -= 1;
  return index;
}

/** Splits a text by code points: a character of several code points gives several segments. */
class Segmenter {
  *segment(text: string) {
    for (const segment of text) yield { segment };
  }
}

function fill(owner: object, name: string, value: unknown): void {
  if (name in owner) return;
  Object.defineProperty(owner, name, { value, writable: true, configurable: true });
}

export function polyfill(): void {
  fill(AbortSignal, 'any', anySignal);
  fill(AbortSignal, 'timeout', timeoutSignal);
  fill(Map, 'groupBy', groupBy);
  fill(Array.prototype, 'findLastIndex', findLastIndex);
  fill(Intl, 'Segmenter', Segmenter);
  // no polyfill can replace the attribute: styles do it, selected by this mark on the root element
  if (!('inert' in HTMLElement.prototype)) document.documentElement.dataset.lacks = 'inert';
}
