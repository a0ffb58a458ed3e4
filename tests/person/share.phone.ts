import type { Page } from 'playwright-core';
import { expect } from 'vitest';
import { after, done, failed, type Means, type Scene } from './driver.ts';
import { isPresent, LINK, NOT_SHARED, type World } from './share.facts.ts';

type Act = Means<World>['act'];

/** The phone's clipboard and its sheet: what they were given, and how they end. */
interface Phone {
  copied: string;
  sent: string;
  copy: PromiseWithResolvers<void>;
  send: PromiseWithResolvers<void>;
}
type Held = typeof globalThis & { phone: Phone };

/** The page has a phone's clipboard and sheet, which end when a test says how. */
export const holdPhone = ({ page }: Scene<World>) =>
  page.addInitScript(() => {
    const ended = Promise.withResolvers<void>();
    const phone: Phone = { copied: '', sent: '', copy: ended, send: ended };
    Object.assign(globalThis, { phone });
    Object.assign(navigator.clipboard, {
      writeText: (text: string) => {
        phone.copied = text;
        phone.copy = Promise.withResolvers();
        return phone.copy.promise;
      },
    });
    Object.assign(navigator, {
      share: ({ url }: { url: string }) => {
        phone.sent = url;
        phone.send = Promise.withResolvers();
        return phone.send.promise;
      },
    });
  });

/** What the phone was given to copy and to send since it was last asked. */
const handOver = (page: Page) =>
  page.evaluate(() => {
    const { phone } = globalThis as Held;
    const { copied, sent } = phone;
    Object.assign(phone, { copied: '', sent: '' });
    return { copied, sent };
  });

const endCopying =
  (isAllowed: boolean): Act =>
  ({ page }) =>
    page.evaluate((allowed) => {
      const { copy } = (globalThis as Held).phone;
      if (allowed) copy.resolve();
      else copy.reject(new DOMException('', 'NotAllowedError'));
    }, isAllowed);

/** @param error what the sheet ends with; null: it was sent */
const endSending =
  (error: string | null): Act =>
  ({ page }) =>
    page.evaluate((name) => {
      const { send } = (globalThis as Held).phone;
      if (name === null) send.resolve();
      else send.reject(new DOMException('', name));
    }, error);

const COPIED = 'Link copied.';
const NOT_COPIED = 'The link could not be copied.';

/** Holds what the phone was given to copy, or to send, against the link. */
const given =
  (what: 'copied' | 'sent', end: Act): Act =>
  async (scene) => {
    expect((await handOver(scene.page))[what]).toBe(scene.stand.url + LINK);
    await end(scene);
  };

/** How copying ends. */
export const copying: Means<World>[] = [
  {
    name: 'the phone copies it',
    by: 'person',
    events: [done('copyLink', undefined)],
    act: given('copied', endCopying(true)),
    says: () => [COPIED],
  },
  {
    name: 'the phone does not allow it',
    by: 'person',
    events: [failed('copyLink', new Error())],
    act: given('copied', endCopying(false)),
    says: () => [NOT_COPIED],
  },
  {
    name: 'the phone does not say whether it may',
    by: 'clock',
    events: [after('copyTimeout', 'share.copying')],
    act: ({ pass }) => pass(5_000),
    says: () => [NOT_COPIED],
  },
];

/** How the phone's sheet ends. */
export const sending: Means<World>[] = [
  {
    name: 'sends it',
    by: 'person',
    events: [done('sendLink', 'sent')],
    when: isPresent,
    act: given('sent', endSending(null)),
  },
  {
    name: 'closes the sheet of the phone',
    by: 'person',
    events: [done('sendLink', 'dismissed')],
    when: isPresent,
    act: given('sent', endSending('AbortError')),
    says: () => [NOT_SHARED],
  },
  {
    name: 'the phone has no sheet to open',
    by: 'person',
    events: [failed('sendLink', new Error())],
    when: isPresent,
    act: given('sent', endSending('NotAllowedError')),
    says: () => [NOT_SHARED],
  },
];
