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
 * Runs in the page. Sends the picker's event on any screen, and returns when the screen is in the
 * language. It finds the actor in React's internal tree, because the app does not expose it.
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
  // React renders in tasks that it schedules by a MessageChannel
  for (let turn = 0; turn < 4; turn += 1) {
    await new Promise<void>((resolve) => {
      const { port1, port2 } = new MessageChannel();
      port1.onmessage = () => resolve();
      port2.postMessage(null);
    });
  }
}

/** Switches the page to a language, without a reload or a navigation. */
export const speak = (page: Page, tag: string) => page.evaluate(choose, tag);
