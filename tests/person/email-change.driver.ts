import assert from 'node:assert/strict';
import { emailChangeMachine } from '../../machines/email-change.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers, config, OFFLINE, user } from './facts.ts';
import { ofFormProof } from './proving.facts.ts';
import { closesAndOpens, pressRow } from './row-press.ts';
import { failing } from './stand.ts';

interface World extends AnyWorld {
  typed: string;
  error: string;
  general: string;
}

const begin = (): World => ({
  answers: answers({ getAppConfig: () => ({ ...config, reset_by_mail: true }) }),
  ...{ typed: '', error: '', general: '' },
});

const submits = (name: string, email: string): Means<World> =>
  person<World>(
    name,
    [{ type: 'fields.submitted', fields: { email } }],
    async ({ page, stand, world }) => {
      Object.assign(world, { typed: email, error: email ? '' : 'Enter your email.', general: '' });
      await page.getByLabel('New email', { exact: true }).fill(email);
      await page.locator('form').getByRole('button', { name: 'Change email' }).click();
      if (email === '') return;
      await stand.arrives('changeEmail');
      const asked = stand.asked.findLast((each) => each.name === 'changeEmail');
      assert.deepEqual(asked?.input, { email });
    },
  );

const form =
  (button = '') =>
  ({ typed, error, general }: World) => ({
    sheet: [
      `Change email ${user.email} Confirmed Your email changes when you open the link that we send to the new one.`,
      `New email «${typed}»`,
      error,
      general,
      `Change email${button}`,
      'Close',
    ]
      .filter(Boolean)
      .join(' '),
  });

export const ofEmailChange = defineDriver<World>()({
  machine: emailChangeMachine,
  actor: ['emailChange'],
  path: '/mine/index',
  timezoneId: 'Asia/Kathmandu',
  beginnings: [{ name: 'the row was pressed', begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('changeEmail');
    await pressRow(context, 'Change email');
  },
  means: [
    submits('submits nothing', ''),
    submits('submits one', 'ada@new.example'),
    ...closesAndOpens<World>('Change email', begin),
    {
      name: 'it is noted',
      by: 'network',
      events: [done('sendForm', undefined)],
      act: ({ stand }) => stand.answer('changeEmail', {}),
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('sendForm', { kind: 'offline' })],
      act: ({ stand, world }) => {
        Object.assign(world, { error: '', general: OFFLINE });
        return stand.answer('changeEmail', failing('cut'));
      },
    },
  ],
  facts: ({ missing, failure }) => [missing, failure?.reason ?? failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    editing: form(),
    incomplete: form(),
    sending: form('…'),
    refused: form(),
    proving: form(),
    proven: form(),
    sent: () => ({
      sheet:
        'Change email Open the link in your email A link is on its way to the new email, unless another account has it. It works once, for 24 hours. Look in your spam folder, too. Close',
    }),
    closed: () => ({ sheet: null }),
  },
  undriven: ofFormProof('emailChange'),
});
