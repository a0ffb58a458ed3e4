import assert from 'node:assert/strict';
import { reportMachine } from '../../machines/report.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

interface Said {
  reason: string;
  text: string;
}

interface World extends AnyWorld {
  said: Said;
  errors: Said;
  general: string;
}

const CHOOSE = 'Choose a reason';
const none = { reason: '', text: '' };
const begin = (): World => ({ answers: answers(), said: none, errors: none, general: '' });
/** What is on the stage, of all that there is. */
const item = { kind: 'clip', id: 11 };

/** What the list calls each reason that somebody chooses here. */
const names: Readonly<Record<string, string>> = {
  '': CHOOSE,
  violent: 'It is violent',
  other: 'Something else',
};

const submits = (name: string, reason: string, text: string): Means<World> =>
  person<World>(
    name,
    [{ type: 'fields.submitted', fields: { reason, text } }],
    async ({ page, stand, world }) => {
      world.general = '';
      world.said = { reason, text };
      const lacksWords = reason === 'other' && text === '';
      world.errors = {
        reason: reason === '' ? CHOOSE : '',
        text: lacksWords ? 'Please say what is wrong.' : '',
      };
      await page.getByLabel('What is wrong with it?').selectOption(reason);
      await page.getByLabel('In your own words').fill(text);
      await page.getByRole('button', { name: 'Send report' }).click();
      if (reason === '' || lacksWords) return;
      await stand.arrives('sendReport');
      const asked = stand.asked.findLast((each) => each.name === 'sendReport');
      assert.deepEqual(asked?.input, { ...item, reason, text });
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
    Object.assign(world, { errors: none, general: words });
    return stand.answer('sendReport', failing(answer));
  },
});

const TITLE = 'Report this clip';
const form =
  (button = '') =>
  ({ said, errors, general }: World) => ({
    sheet: [
      `${TITLE} What is wrong with it? «${names[said.reason]}»`,
      errors.reason,
      `In your own words${said.reason === 'other' ? '' : ' (optional)'} «${said.text}»`,
      errors.text,
      general,
      `Send report${button}`,
      'Close',
    ]
      .filter(Boolean)
      .join(' '),
  });

export const ofReport = defineDriver<World>()({
  machine: reportMachine,
  actor: ['report'],
  path: '/',
  timezoneId: 'Asia/Kathmandu',
  beginnings: [{ name: 'More was pressed', input: { item }, begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('sendReport');
    await context.addInitScript(() => {
      new MutationObserver((_, observer) => {
        const more = document.querySelector<HTMLElement>('.feed-buttons [aria-label="More"]');
        if (!more) return;
        observer.disconnect();
        more.click();
      }).observe(document, { childList: true, subtree: true });
    });
  },
  means: [
    submits('submits nothing', '', ''),
    submits('says something else without words', 'other', ''),
    submits('says something else', 'other', 'It shows my house'),
    submits('chooses a reason', 'violent', ''),
    person<World>('closes it', [{ type: 'dialog.closed' }], async ({ page }) => {
      await page.keyboard.press('Escape');
    }),
    person<World>('opens it again', [{ type: 'report.pressed', item }], async ({ page, world }) => {
      Object.assign(world, begin());
      await page.getByRole('button', { name: 'More' }).click();
    }),
    {
      name: 'it is taken',
      by: 'network',
      events: [done('sendForm', undefined)],
      act: ({ stand }) => stand.answer('sendReport', {}),
    },
    refuses(
      'it was too much for a day',
      { kind: 'refused', reason: 'too_many_attempts' },
      refusedFor('too_many_attempts'),
      'Too many attempts. Please try again later.',
    ),
    refuses(
      'the line breaks',
      { kind: 'offline' },
      'cut',
      'Network error, please try again later.',
    ),
  ],
  facts: ({ missing, failure }) => [missing, failure?.reason ?? failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    editing: form(),
    incomplete: form(),
    sending: form('…'),
    refused: form(),
    sent: () => ({
      sheet: `${TITLE} Thank you for your report We will look at it. If notifications are on, we will tell you what we decide. Close`,
    }),
    closed: () => ({ sheet: null }),
  },
  undriven: {},
});
