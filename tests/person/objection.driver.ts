import assert from 'node:assert/strict';
import type { Objection } from '../../contract/objection.ts';
import { objectionMachine } from '../../machines/objection.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers, request } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  /** what stands in the field */
  typed: string;
  error: string;
  general: string;
  /** as the server has it */
  made: Objection | null;
}

const made: Objection = {
  text: 'That is my name.',
  status: 'open',
  created_at: '2026-03-15T12:00:00.000Z',
  decide_at: '2026-03-18T12:00:00.000Z',
  decided_at: null,
  answer: null,
};
const refusal = request({
  ...{ id: 63, status: 'rejected', reason: 'The name does not match' },
  settled_at: '2026-03-14T22:20:00.000Z',
});

const begin = (): World => {
  const world: World = {
    answers: answers({
      withdrawals: () => {
        const list = [{ ...refusal, objection: world.made }];
        return { list, page: 1, limit: 20, total: list.length };
      },
    }),
    ...{ typed: '', error: '', general: '', made: null },
  };
  return world;
};

const submits = (name: string, text: string): Means<World> =>
  person<World>(
    name,
    [{ type: 'fields.submitted', fields: { text } }],
    async ({ page, stand, world }) => {
      const error = text === '' ? 'Please say what is wrong.' : '';
      Object.assign(world, { typed: text, error, general: '' });
      await page.getByLabel('Why is this wrong?').fill(text);
      await page.getByRole('button', { name: 'Send objection' }).click();
      if (text === '') return;
      await stand.arrives('object');
      const asked = stand.asked.findLast((each) => each.name === 'object');
      assert.deepEqual(asked?.input, { kind: 'withdrawal', id: refusal.id, text });
    },
  );

const refuses = (
  name: string,
  failure: object,
  answer: Parameters<typeof failing>[0],
  words: string,
): Means<World> => ({
  name,
  by: 'network',
  events: [failed('sendForm', failure)],
  act: ({ stand, world }) => {
    Object.assign(world, { error: '', general: words });
    return stand.answer('object', failing(answer));
  },
});

const TITLE = 'Object to this rejection';
const DUE =
  'We decide it by March 18, 2026 at 3:00 PM. If we do not answer by then, we decide in your favour.';
const form =
  (button = '') =>
  ({ typed, error, general }: World) => ({
    sheet: [
      `${TITLE} You can object once. We tell you what we decide, and why.`,
      `Why is this wrong? «${typed}»`,
      `Characters: ${typed.length} of 1,000`,
      error,
      general,
      `Send objection${button}`,
      'Close',
    ]
      .filter(Boolean)
      .join(' '),
  });

export const ofObjection = defineDriver<World>()({
  machine: objectionMachine,
  actor: ['objection'],
  path: '/withdraw/index',
  timezoneId: 'Africa/Nairobi',
  beginnings: [
    {
      name: 'Object was pressed',
      input: { item: { kind: 'withdrawal', id: refusal.id, objection: null } },
      begin,
    },
  ],
  arrange: async ({ context, stand }) => {
    stand.hold('object');
    await context.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const button = document.querySelector<HTMLElement>('.objection-button');
        if (!button) return;
        observer.disconnect();
        button.click();
      }).observe(document, { childList: true, subtree: true });
    });
  },
  means: [
    submits('submits nothing', ''),
    submits('objects', 'That is my name.'),
    person<World>('closes it', [{ type: 'dialog.closed' }], async ({ page }) => {
      await page.keyboard.press('Escape');
    }),
    person<World>(
      'opens it again',
      ({ context }) => [{ type: 'objection.pressed', item: context.item }],
      async ({ page, world }) => {
        Object.assign(world, { typed: '', error: '', general: '' });
        const name = world.made ? 'Objection sent' : 'Object';
        await page.getByRole('button', { name, exact: true }).click();
      },
    ),
    {
      name: 'it is taken',
      by: 'network',
      events: [done('sendForm', made)],
      act: ({ stand, world }) => {
        world.made = made;
        return stand.answer('object', { objection: made });
      },
    },
    refuses(
      'it is too late',
      { kind: 'refused', reason: 'not_objectable' },
      refusedFor('not_objectable'),
      'It is too late to object to this.',
    ),
    refuses(
      'the line breaks',
      { kind: 'offline' },
      'cut',
      'Network error, please try again later.',
    ),
  ],
  facts: ({ missing, failure, item }) => [
    missing,
    failure?.reason ?? failure?.kind,
    item.objection !== null,
  ],
  places: { sheet: 'dialog' },
  seen: {
    opening: form(),
    editing: form(),
    incomplete: form(),
    sending: form('…'),
    refused: form(),
    sent: () => ({ sheet: `${TITLE} We have your objection ${DUE} Close` }),
    told: () => ({
      sheet: `Your objection Sent Mar 15, 2026, 3:00 PM We look at it ${DUE} What you wrote ${made.text} Close`,
    }),
    closed: () => ({ sheet: null }),
  },
  undriven: {},
});
