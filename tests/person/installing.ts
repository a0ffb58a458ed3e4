import type { Page } from 'playwright-core';
import type { Preparation, TaskName } from '../../machines/task.machine.ts';

/** The browser offers to install; its prompt waits until `answerOffer` is called. */
export const offer = (page: Page) =>
  page.evaluate(() => {
    const { promise, resolve, reject } = Promise.withResolvers<{ outcome: string }>();
    const answer = (outcome: string) =>
      outcome === 'failed' ? reject(new Error('no prompt')) : resolve({ outcome });
    Object.assign(globalThis, { answer });
    const event = new Event('beforeinstallprompt', { cancelable: true });
    dispatchEvent(Object.assign(event, { prompt: () => promise }));
  });

/** What a person says to the prompt, or that there is none. */
export const answerOffer = (page: Page, outcome: 'accepted' | 'dismissed' | 'failed') =>
  page.evaluate(
    (said) => (globalThis as unknown as { answer: (outcome: string) => void }).answer(said),
    outcome,
  );

/** The app is on the home screen now, by whatever way. */
export const install = (page: Page) =>
  page.evaluate(() => dispatchEvent(new Event('appinstalled')));

/** What tasks hear of one of them. */
export const readyIs = (task: TaskName, isReady: boolean) =>
  ({ type: 'readiness.changed', task, isReady }) as const;
export const prepared = (task: TaskName, preparation: Preparation) =>
  ({ type: 'task.prepared', task, preparation }) as const;
