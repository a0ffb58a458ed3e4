import { deletionMachine } from '../../machines/deletion.machine.ts';
import { type AnyWorld, defineDriver, done, failed, type Means, person } from './driver.ts';
import { answers, LONG_NAME } from './facts.ts';
import { ofSheetProof } from './proving.facts.ts';
import { pressRow } from './row-press.ts';
import { failing, refusedFor } from './stand.ts';

interface World extends AnyWorld {
  held: string | null;
  general: string;
}

const TITLE = 'Delete account';
const FIGURES = 'Available balance 40.02 Rewards on their way 1.50 Your friends 3';
const LOST =
  'All of this is lost. Your name, email and payout accounts are erased at once. Nobody can undo it.';
const PENDING =
  'You have a withdrawal in process. Wait until it has ended, or cancel it, before you delete your account.';
const KEPT = 'no browser here keeps what it is told to erase: tests/model/deletion.test.ts';
const NETWORK = 'Network error, please try again later.';

const begin = () => ({ answers: answers(), held: null, general: '' });
const lossesOf = (held: string | null) => ({
  ...{ balance: '40.0200', coming: '1.5000', friends: 3, held },
});

const lastLook =
  (button = '') =>
  ({ general }: World) => ({
    sheet: [
      `${TITLE} Delete the account ${LONG_NAME} for good?`,
      general,
      `Delete for good${button}`,
      'Close',
    ]
      .filter(Boolean)
      .join(' '),
  });

const loads = (name: string, held: string | null): Means<World> => ({
  ...{ name, by: 'network' },
  events: [done('loadLosses', lossesOf(held))],
  act: ({ stand, world }) => {
    world.held = held;
    return stand.answer('deletion', lossesOf(held));
  },
});

export const ofDeletion = defineDriver<World>()({
  machine: deletionMachine,
  actor: ['deletion'],
  path: '/mine/index',
  timezoneId: 'America/Lima',
  beginnings: [{ name: 'the row was pressed', begin }],
  arrange: async ({ context, stand }) => {
    stand.hold('deletion');
    stand.hold('deleteAccount');
    await pressRow(context, TITLE);
  },
  means: [
    loads('it is told what is lost', null),
    loads('it is told of a withdrawal', '2.0000'),
    {
      name: 'what is lost does not come',
      by: 'network',
      events: [failed('loadLosses', { kind: 'offline' })],
      act: ({ stand }) => stand.answer('deletion', failing('cut')),
    },
    person<World>('asks again', [{ type: 'retry.pressed' }], async ({ page, stand }) => {
      await page.locator('dialog').getByRole('button', { name: 'Retry' }).click();
      await stand.arrives('deletion');
    }),
    person<World>('goes on', [{ type: 'delete.pressed' }], async ({ page, world }) => {
      world.general = '';
      await page.locator('dialog').getByRole('button', { name: TITLE }).click();
    }),
    person<World>('confirms it', [{ type: 'confirm.pressed' }], async ({ page, stand, world }) => {
      world.general = '';
      await page.getByRole('button', { name: 'Delete for good' }).click();
      await stand.arrives('deleteAccount');
    }),
    person<World>(
      'closes it',
      [{ type: 'dialog.closed' }],
      async ({ page }) => {
        await page.keyboard.press('Escape');
      },
      // the page begins anew
      (snapshot) => snapshot.value !== 'deleted',
    ),
    person<World>('opens it again', [{ type: 'open.pressed' }], async ({ page, world }) => {
      Object.assign(world, begin());
      await page.locator('.screen-mine').getByRole('button', { name: TITLE }).click();
    }),
    {
      name: 'a withdrawal came meanwhile',
      by: 'network',
      events: [failed('deleteAccount', { kind: 'refused', reason: 'pending_exists' })],
      act: ({ stand, world }) => {
        world.general = PENDING;
        return stand.answer('deleteAccount', failing(refusedFor('pending_exists')));
      },
    },
    {
      name: 'the line breaks',
      by: 'network',
      events: [failed('deleteAccount', { kind: 'offline' })],
      act: ({ stand, world }) => {
        world.general = NETWORK;
        return stand.answer('deleteAccount', failing('cut'));
      },
    },
    {
      name: 'it is deleted',
      by: 'network',
      events: [done('deleteAccount', undefined), done('forgetDevice', undefined)],
      act: ({ stand }) => stand.answer('deleteAccount', {}),
    },
  ],
  facts: ({ losses, failure, isKept }) => [
    losses?.held ?? null,
    failure?.reason ?? failure?.kind,
    isKept,
  ],
  places: { sheet: 'dialog' },
  seen: {
    loading: () => ({ sheet: `${TITLE}… Close` }),
    lost: () => ({ sheet: `${TITLE} You are offline Retry Close` }),
    shown: ({ held }: World) => ({
      sheet: `${TITLE} ${FIGURES} ${held === null ? `${LOST} ${TITLE}` : PENDING} Close`,
    }),
    asking: lastLook(),
    deleting: lastLook('…'),
    proving: lastLook(),
    refused: lastLook(),
    forgetting: lastLook('…'),
    deleted: () => ({
      sheet: `${TITLE} Your account is deleted What this app kept on this device is erased, too. Close`,
    }),
    closed: () => ({ sheet: null }),
  },
  undriven: {
    ...ofSheetProof('deletion', ['deleting', 'deleteAccount'], ['deleting', 'asking']),
    'deletion.deleted --dialog.closed--> deletion.closed':
      'the page begins anew: tests/browser/deletion.test.ts',
    'deletion.forgetting --xstate.error.actor.forgetDevice--> deletion.deleted': KEPT,
    'deletion.forgetting --xstate.after.forgetTimeout.deletion.forgetting--> deletion.deleted':
      KEPT,
  },
});
