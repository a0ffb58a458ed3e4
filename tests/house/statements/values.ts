import { type Module, type Node, nameOf, part, parts } from './modules.ts';

/** Placeholder for a text that is known only at run time. */
export const UNREAD = 'unread';

/** The value of an expression; undefined: missing; null: unknown from the source alone. */
export type Value =
  | string
  | { readonly list: readonly Value[] }
  | { readonly object: Node; readonly at: Place }
  | { readonly fn: Node; readonly at: Place }
  | undefined
  | null;

/** The parameters at the top level of a module: there are none. */
export const TOP: ReadonlyMap<Node, Value> = new Map();

/** Context of an evaluation: where names are looked up, and the choices so far. */
export interface Place {
  readonly module: Module;
  /** arguments of the functions that are being evaluated */
  readonly given: ReadonlyMap<Node, Value>;
  readonly depth: number;
  readonly choices: Choices;
}

/** Limit of a statement's possible texts; a statement with more should be rewritten. */
const MAX_TEXTS = 400;

/** One combination of all choices; `next` goes to the following combination. */
export class Choices {
  #taken: { chosen: number; of: number }[] = [];
  #at = 0;
  #kept = new Map<unknown, Map<Node, unknown>>();

  /** Caches a name's value: within one call of its function it is always the same. */
  keep<Kept>(node: Node, call: unknown, read: () => Kept): Kept {
    const kept = this.#kept.get(call) ?? new Map<Node, unknown>();
    this.#kept.set(call, kept);
    if (!kept.has(node)) kept.set(node, read());
    return kept.get(node) as Kept;
  }

  choose<Option>(options: readonly Option[]): Option | undefined {
    if (options.length < 2) return options[0];
    this.#taken[this.#at] ??= { chosen: 0, of: options.length };
    const { chosen } = this.#taken[this.#at] as { chosen: number };
    this.#at += 1;
    return options[chosen];
  }

  next(): boolean {
    this.#at = 0;
    this.#kept = new Map();
    while (this.#taken.length > 0) {
      const last = this.#taken.at(-1) as { chosen: number; of: number };
      last.chosen += 1;
      if (last.chosen < last.of) return true;
      this.#taken.pop();
    }
    return false;
  }
}

/**
 * Collects the results of `read` over all combinations; `read` must make its choices in the same order
 * each time.
 */
export function everyWay<Result>(read: (choices: Choices) => Result): Set<Result> {
  const found = new Set<Result>();
  const choices = new Choices();
  let ways = 0;
  do {
    found.add(read(choices));
    ways += 1;
    if (ways > MAX_TEXTS) throw new Error(`a statement has more than ${MAX_TEXTS} texts`);
  } while (choices.next());
  return found;
}

export const textOf = (value: Value): string => (typeof value === 'string' ? value : UNREAD);

export const isList = (value: Value): value is { readonly list: readonly Value[] } =>
  value !== null && typeof value === 'object' && 'list' in value;

export const isObject = (value: Value): value is { readonly object: Node; readonly at: Place } =>
  value !== null && typeof value === 'object' && 'object' in value;

export const isFunction = (value: Value): value is { readonly fn: Node; readonly at: Place } =>
  value !== null && typeof value === 'object' && 'fn' in value;

/** The items of a list; for an unknown value, one unknown item. */
export const itemsOf = (value: Value): readonly Value[] => (isList(value) ? value.list : [null]);

const keyOf = ({ key }: Node): string => nameOf(key) || String((key as Node).value);

/** The keys and values of an object; a later key replaces an earlier one. */
export function entriesOf(
  value: Value,
  evaluate: (node: Node, at: Place) => Value,
): Map<string, () => Value> {
  const entries = new Map<string, () => Value>();
  if (!isObject(value)) return entries;
  for (const property of parts(value.object, 'properties')) {
    if (property.type === 'SpreadElement') {
      const spread = evaluate(part(property, 'argument'), value.at);
      for (const [key, each] of entriesOf(spread, evaluate)) entries.set(key, each);
    } else {
      entries.set(keyOf(property), () => evaluate(part(property, 'value'), value.at));
    }
  }
  return entries;
}
