import type { Page } from 'playwright-core';

type Fiber = { memoizedProps: { value?: unknown } | null; child: Fiber | null };
type Drawn = { stateNode: { current: Fiber } };
type Locale = {
  send: (event: { type: 'language.chosen'; locale: string }) => void;
  getSnapshot: () => { value: string; context: { active: string | null } };
  subscribe: (listener: () => void) => { unsubscribe: () => void };
};
type System = { root: { getSnapshot: () => { children: { locale: Locale } } } };

/**
 * Runs in the page. Chooses a language as the picker does, wherever the page is, and returns when
 * the screen speaks it; by way of what React keeps, since the app shows nobody its actors.
 */
async function choose(tag: string): Promise<void> {
  const container = document.querySelector('#root') as unknown as Record<string, Drawn>;
  const key = Object.keys(container).find((each) => each.startsWith('__reactContainer$'));
  let fiber: Fiber | null = (key && container[key]?.stateNode.current) || null;
  let locale: Locale | undefined;
  for (; fiber && !locale; fiber = fiber.child) {
    const value = fiber.memoizedProps?.value as Partial<System> | undefined;
    locale = value?.root?.getSnapshot().children.locale;
  }
  if (!locale) throw new Error('the app is not drawn');
  const actor = locale;
  actor.send({ type: 'language.chosen', locale: tag });
  await new Promise<void>((resolve, reject) => {
    const look = () => {
      const { value, context } = actor.getSnapshot();
      if (value !== 'ready') return;
      if (context.active === tag) resolve();
      else reject(new Error(`the app does not speak ${tag}`));
    };
    actor.subscribe(look);
    look();
  });
  // React draws in a task of its own, by messages as these
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  }
}

/** Has the page speak a language, without a reload and without leaving where it is. */
export const speak = (page: Page, tag: string) => page.evaluate(choose, tag);
