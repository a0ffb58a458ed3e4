import type { BrowserContext, Page } from 'playwright-core';

/** A transition that an actor of the page took, as `nameOf` of the walks names it. */
interface Taken {
  machine: string;
  transition: string;
}

export interface Look {
  /** null: no such actor runs */
  state: { value: unknown; context: Record<string, unknown> } | null;
  /** what a person reads at each place; null: there is no such place to be seen */
  read: Record<string, string | null>;
  /** toasts since the page was opened */
  said: string[];
}

interface Actor {
  getSnapshot: () => { value: unknown; context: object; children: Record<string, Actor> };
  system: { inspect: (look: (event: Inspected) => void) => void };
}
interface Inspected {
  type: string;
  _transitions?: Definition[];
}
interface Definition {
  source: { id: string; machine: { id: string } };
  eventType: string;
  target?: { id: string }[];
  guard?: string | { type?: unknown };
}
type Fiber = { memoizedProps: { value?: unknown } | null; child: Fiber | null };

/** What the functions below, each a script of its own in the page, share there. */
type Watched = typeof globalThis & {
  person: { root: Actor | null; taken: Taken[]; said: string[]; wordsOf: (node: Node) => string };
};

/** Begins before anything else of the page. */
function prepare(): void {
  const person = { root: null, taken: [], said: [], wordsOf: () => '' };
  Object.assign(globalThis, { person });
}

/** Watches the live root, which is found by what React keeps: the app shows nobody its actors. */
function watchRoot(): void {
  const { person } = globalThis as Watched;
  const guardOf = ({ guard }: Definition) =>
    guard
      ? ` [${typeof guard === 'string' ? guard : 'type' in guard ? guard.type : 'inline'}]`
      : '';
  const note = ({ type, _transitions = [] }: Inspected) => {
    if (type !== '@xstate.microstep') return;
    for (const each of _transitions) {
      const to = each.target?.map(({ id }) => id).join(', ') ?? '(stays)';
      const by = `${each.eventType || 'always'}${guardOf(each)}`;
      const machine = each.source.machine.id;
      person.taken.push({ machine, transition: `${each.source.id} --${by}--> ${to}` });
    }
  };
  const find = (): Actor | null => {
    const container = document.querySelector('#root') as unknown as Record<string, unknown>;
    const key = Object.keys(container ?? {}).find((each) => each.startsWith('__reactContainer$'));
    const drawn = key && (container[key] as { stateNode: { current: Fiber } } | null);
    let fiber: Fiber | null = drawn ? drawn.stateNode.current : null;
    for (; fiber; fiber = fiber.child) {
      const value = fiber.memoizedProps?.value as { root?: Actor } | undefined;
      if (value?.root?.system) return value.root;
    }
    return null;
  };
  new MutationObserver(() => {
    if (person.root) return;
    person.root = find();
    person.root?.system.inspect(note);
  }).observe(document, { childList: true, subtree: true });
}

/** Hears every toast that is read out. */
function hear(): void {
  const { said } = (globalThis as Watched).person;
  const look = (nodes: NodeList) => {
    for (const node of nodes) {
      if (!(node instanceof HTMLElement) || node.closest('[aria-live="off"]')) continue;
      if (node.matches('.toast')) said.push(node.innerText.trim());
    }
  };
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) look(addedNodes);
  }).observe(document, { childList: true, subtree: true });
}

/** Reads what is to be seen: words, what stands in fields, which boxes are ticked, who is busy. */
function learnToRead(): void {
  const { person } = globalThis as Watched;
  /** The digits that the wheels of a rolling amount show, which are what eyes see of it. */
  const faceOf = (rolling: Element) =>
    [...(rolling.querySelector('.rolling-face')?.children ?? [])]
      .map((place) => {
        const wheel = place.querySelector<HTMLElement>('.rolling-wheel');
        const digit = wheel?.style.getPropertyValue('--digit');
        return wheel ? (wheel.children[Number(digit)]?.textContent ?? '?') : place.textContent;
      })
      .join('');
  const ofControl = (element: Element): string | null => {
    if (element instanceof HTMLSelectElement) {
      return `«${element.selectedOptions[0]?.textContent ?? ''}»`;
    }
    if (element instanceof HTMLTextAreaElement) return `«${element.value}»`;
    if (!(element instanceof HTMLInputElement)) return null;
    if (element.type !== 'checkbox' && element.type !== 'radio') return `«${element.value}»`;
    return element.checked ? '[x]' : '[ ]';
  };
  person.wordsOf = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.nodeValue ?? '';
    if (!(node instanceof Element)) return '';
    if (!node.checkVisibility({ visibilityProperty: true })) return '';
    // another one each minute; tests/ui/next-day.test.ts reads its words
    if (node.matches('.next-day')) return ' [time] ';
    if (node.matches('.rolling')) return ` ${faceOf(node)} `;
    const control = ofControl(node);
    if (control !== null) return ` ${control} `;
    const text = [...node.childNodes].map(person.wordsOf).join('');
    if (node.matches('[aria-busy="true"]')) return ` ${text}… `;
    const isInline = getComputedStyle(node).display.startsWith('inline');
    return isInline && !node.matches('button, a') ? text : ` ${text} `;
  };
}

export async function watchLive(context: BrowserContext): Promise<void> {
  for (const script of [prepare, watchRoot, hear, learnToRead]) await context.addInitScript(script);
}

/** Runs in the page. `selector@name` is an attribute of the first element that fits. */
function look([actor, places]: readonly [readonly string[], Record<string, string>]): Look {
  const { root, said, wordsOf } = (globalThis as Watched).person;
  const tidy = (text: string) => text.replace(/\s+/g, ' ').replaceAll(' …', '…').trim();
  const readAt = (place: string): string | null => {
    const [selector = '', name] = place.split('@');
    if (name) return document.querySelector(selector)?.getAttribute(name) ?? null;
    const seen = [...document.querySelectorAll(selector)].filter((each) =>
      each.checkVisibility({ visibilityProperty: true }),
    );
    if (seen.length === 0) return null;
    return seen.map((each) => tidy(wordsOf(each))).join(' / ');
  };
  let at: Actor | undefined = root ?? undefined;
  for (const id of actor) at = at?.getSnapshot().children[id];
  const state = at ? { value: at.getSnapshot().value, context: at.getSnapshot().context } : null;
  const read = Object.entries(places).map(([name, place]) => [name, readAt(place)]);
  return { state: JSON.parse(JSON.stringify(state)), read: Object.fromEntries(read), said };
}

/** What the live root and the screen say now. */
export const lookAt = (
  page: Page,
  actor: readonly string[],
  places: Record<string, string>,
): Promise<Look> => page.evaluate(look, [actor, places] as const);

/** Every transition that any actor of this document took since it was asked last, in order. */
export const takenBy = (page: Page): Promise<Taken[]> =>
  page.evaluate(() => (globalThis as Watched).person.taken.splice(0));
