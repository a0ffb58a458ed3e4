import assert from 'node:assert/strict';
import { agreementMachine } from '../../machines/agreement.machine.ts';
import { type AnyWorld, defineDriver, done, failed, person } from './driver.ts';
import { answers, OFFLINE, user } from './facts.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  /** what the server says is new to the person */
  pages: string;
  said: string;
}

const FIRST = 'terms:2';
const NEXT = 'terms:3,privacy:1';

const begin = (): World => {
  const world: World = { answers: answers(), pages: FIRST, said: '' };
  world.answers.info = () => ({ userInfo: { ...user, to_agree: world.pages } });
  return world;
};

const NEWER = 'There is a newer version by now. Please read it.';
const TEXT =
  'Please read what is new. If you do not agree, you can still withdraw your balance and delete your account.';

const sheet =
  (button = 'Agree') =>
  ({ pages, said }: World) => ({
    sheet: [
      `New terms of use ${TEXT} Terms of use`,
      pages === NEXT ? 'Privacy policy' : '',
      said,
      `${button} Later`,
    ]
      .filter(Boolean)
      .join(' '),
  });

export const ofAgreement = defineDriver<World>()({
  machine: agreementMachine,
  actor: ['agreement'],
  path: '/mine/index',
  timezoneId: 'Asia/Kathmandu',
  beginnings: [{ name: 'the app has started', input: { pages: FIRST }, begin }],
  arrange: ({ stand }) => Promise.resolve(stand.hold('agree')),
  means: [
    person<World>('agrees', [{ type: 'agree.pressed' }], async ({ page, stand, world }) => {
      world.said = '';
      await page.getByRole('button', { name: 'Agree' }).click();
      await stand.arrives('agree');
      const asked = stand.asked.findLast((each) => each.name === 'agree');
      assert.deepEqual(asked?.input, { agreed: world.pages });
    }),
    person<World>('does not agree', [{ type: 'dialog.closed' }], async ({ page }) => {
      await page.keyboard.press('Escape');
    }),
    {
      name: 'it is kept',
      by: 'network',
      events: [done('sendAgreement', undefined)],
      act: ({ stand }) => stand.answer('agree', {}),
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('sendAgreement', { kind: 'offline' })],
      act: ({ stand, world }) => {
        world.said = OFFLINE;
        return stand.answer('agree', failing('cut'));
      },
    },
    {
      name: 'a later version was published',
      by: 'network',
      events: [
        failed('sendAgreement', { kind: 'refused', reason: 'agreement_needed' }),
        { type: 'pages.shown', pages: NEXT },
      ],
      when: ({ context }) => context.pages === FIRST,
      act: ({ stand, world }) => {
        world.pages = NEXT;
        world.said = NEWER;
        return stand.answer('agree', failing(refusedFor('agreement_needed')));
      },
    },
  ],
  facts: ({ pages, failure }) => [pages, failure?.reason ?? failure?.kind],
  places: { sheet: 'dialog' },
  seen: {
    asking: sheet(),
    sending: sheet('Agree…'),
    refused: sheet(),
    closed: () => ({ sheet: null }),
  },
  undriven: {
    'agreement.asking --pages.shown [isNew]--> agreement.asking':
      'the operator publishes: tests/browser/agreement.test.ts',
    'agreement.refused --pages.shown [isNew]--> agreement.asking':
      'the operator publishes after the line broke: tests/model/laws/agreement.laws.ts',
    'agreement.closed --pages.shown [isNew]--> agreement.asking':
      'the operator publishes: tests/browser/agreement.test.ts',
    'agreement.sending --pages.shown [isNew]--> (stays)':
      'the operator publishes while it is sent: tests/model/laws/agreement.laws.ts',
  },
});
