import { type Module, type Node, nameOf, part, parts } from './modules.ts';

/** What stands for a text that is only known when the server runs. */
export const UNREAD = 'unread';

/** What an expression comes to; undefined: it is not there; null: nothing that follows from the source. */
export type Value =
  | string
  | { readonly list: readonly Value[] }
  | { readonly object: Node; readonly at: Place }
  | { readonly fn: Node; readonly at: Place }
  | undefined
  | null;

/** At the top of a module no parameter is given. */
export const TOP: ReadonlyMap<Node, Value> = new Map();

/** Where a name is looked up, and what is decided so far of that which may be one thing or another. */
export interface Place {
  readonly module: Module;
  /** what the parameters of functions are that are followed into */
  readonly given: ReadonlyMap<Node, Value>;
  readonly depth: number;
  readonly choices: Choices;
}

/** So many texts a statement may have; one that has more deserves to be written otherwise. */
const MOST = 400;

/** One way through all that may be one thing or another; `next` goes to the way after it. */
export class Choices {
  #taken: { chosen: number; of: number }[] = [];
  #at = 0;
  #kept = new Map<unknown, Map<Node, unknown>>();

  /** What is named is the same wherever it is read, within one call of the function that holds it. */
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

/** What is read of every way; a part is given the choices, which it makes in the same order each time. */
export function everyWay<Result>(read: (choices: Choices) => Result): Set<Result> {
  const found = new Set<Result>();
  const choices = new Choices();
  let ways = 0;
  do {
    found.add(read(choices));
    ways += 1;
    if (ways > MOST) throw new Error(`a statement has more than ${MOST} texts`);
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

/** The items of a list; of one that is not known, one that is not known. */
export const itemsOf = (value: Value): readonly Value[] => (isList(value) ? value.list : [null]);

const keyOf = ({ key }: Node): string => nameOf(key) || String((key as Node).value);

/** The keys and values of an object, a later one in the place of an earlier. */
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
