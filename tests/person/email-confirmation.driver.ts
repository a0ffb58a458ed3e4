import { emailConfirmationMachine } from '../../machines/email-confirmation.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers, config, OFFLINE, user } from './facts.ts';
import { pressRow } from './row-press.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  said: string;
}

const EMAIL = user.email;
const begin = (): World => ({
  answers: answers({ getAppConfig: () => ({ ...config, reset_by_mail: true }) }),
  said: '',
});

/** The answer to a call is an address that is confirmed, or is not. */
const tells = (
  name: string,
  [actor, call]: readonly ['loadEmail', 'myEmail'] | readonly ['sendLink', 'sendConfirmLink'],
  confirmed: boolean,
): Means<World> => {
  const present = { email: EMAIL, confirmed };
  return {
    name,
    by: 'network',
    events: [done(actor, present)],
    act: ({ stand, world }) => {
      world.said = '';
      return stand.answer(call, present);
    },
  };
};

const FORM =
  'Your email changes when you open the link that we send to the new one. New email «» Change email Close';
const HINT = 'Open the link that we send to this email, and it is confirmed.';
const SENT =
  'A link is on its way to this email. It works once, for 24 hours, on any device. Look in your spam folder, too.';

const sheet =
  (...parts: string[]) =>
  ({ said }: World) => ({
    sheet: ['Change email', ...parts.map((part) => part || said), FORM].filter(Boolean).join(' '),
  });
const unconfirmed = `${EMAIL} Not confirmed`;

export const ofEmailConfirmation = defineDriver<World>()({
  machine: emailConfirmationMachine,
  actor: ['emailConfirmation'],
  path: '/mine/index',
  timezoneId: 'Asia/Kathmandu',
  beginnings: [{ name: 'the row was pressed', begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('myEmail');
    stand.hold('sendConfirmLink');
    await pressRow(context, 'Change email');
  },
  means: [
    person<World>(
      'presses Send link',
      [{ type: 'send.pressed' }],
      async ({ page, stand, world }) => {
        world.said = '';
        await page
          .getByRole('button', { name: /^Send (link|the link again)$/ })
          .first()
          .click();
        await stand.arrives('sendConfirmLink');
      },
    ),
    person<World>('tries again', [{ type: 'retry.pressed' }], async ({ page, stand }) => {
      await page.getByRole('dialog').getByRole('button', { name: 'Retry' }).click();
      await stand.arrives('myEmail');
    }),
    person<World>(
      'opens it again',
      [{ type: 'opened' }],
      async ({ page, stand, world }) => {
        world.said = '';
        await page.keyboard.press('Escape');
        await page.getByRole('dialog').waitFor({ state: 'detached' });
        await page.locator('.screen-mine').getByRole('button', { name: 'Change email' }).click();
        await stand.arrives('myEmail');
      },
      (snapshot) => !snapshot.hasTag('busy'),
    ),
    tells('it is not confirmed', ['loadEmail', 'myEmail'], false),
    tells('it is confirmed', ['loadEmail', 'myEmail'], true),
    tells('the link is on its way', ['sendLink', 'sendConfirmLink'], false),
    tells('it was confirmed meanwhile', ['sendLink', 'sendConfirmLink'], true),
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('loadEmail', { kind: 'offline' })],
      act: ({ stand }) => stand.answer('myEmail', failing('cut')),
    },
    {
      name: 'the line breaks as it is sent',
      by: 'network',
      events: [failed('sendLink', { kind: 'offline' })],
      act: ({ stand, world }) => {
        world.said = OFFLINE;
        return stand.answer('sendConfirmLink', failing('cut'));
      },
    },
    {
      name: 'too many were sent',
      by: 'network',
      events: [failed('sendLink', { kind: 'refused', reason: 'too_many_attempts' })],
      act: ({ stand, world }) => {
        world.said = 'Too many attempts. Please try again later.';
        return stand.answer('sendConfirmLink', failing(refusedFor('too_many_attempts')));
      },
    },
  ],
  facts: ({ present, failure }) => [present?.confirmed, failure?.reason ?? failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    loading: sheet(),
    lost: sheet('You are offline Retry'),
    confirmed: sheet(`${EMAIL} Confirmed`),
    unconfirmed: sheet(unconfirmed, HINT, 'Send link'),
    sending: sheet(unconfirmed, HINT, 'Send link…'),
    sent: sheet(unconfirmed, SENT, 'Send the link again'),
    refused: sheet(unconfirmed, HINT, '', 'Send link'),
  },
  undriven: {},
});
