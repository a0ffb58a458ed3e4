import assert from 'node:assert/strict';
import { done, failed, type Means, type Scene } from './driver.ts';
import { OFFLINE } from './facts.ts';
import { failing, refusedFor } from './stand.ts';
import { SLOW } from './withdrawal.answers.ts';
import { requests, tell, type World } from './withdrawal.facts.ts';
import { inSight } from './withdrawal.person.ts';

type S = Scene<World>;

const press = ({ page }: S, name: string) =>
  page.getByRole('button', { name, exact: true }).click();

/** One cancelling keeps its key however often it is sent; another one has a key of its own. */
async function confirms(scene: S): Promise<void> {
  const { stand, world } = scene;
  world.error = '';
  await press(scene, 'Yes, cancel');
  await stand.arrives('cancelWithdrawal');
  const { key = '', input } =
    stand.asked.filter(({ name }) => name === 'cancelWithdrawal').at(-1) ?? {};
  assert.deepEqual(input, { id: requests.pending.id });
  if (world.key === null) assert(!world.usedKeys.includes(key), 'the key of another cancelling');
  else assert.equal(key, world.key, 'another key for the same cancelling');
  world.key = key;
  world.usedKeys.push(key);
}

/** What somebody does who wants the amount back. */
export const cancelMeans: Means<World>[] = [
  inSight('wants it back', [{ type: 'cancellation.pressed' }], async (scene) => {
    Object.assign(scene.world, { error: '', key: null });
    await press(scene, 'Cancel withdrawal');
  }),
  inSight('cancels the withdrawal', [{ type: 'cancellation.confirmed' }], confirms),
  inSight(
    'keeps it',
    [{ type: 'cancellation.left' }],
    async (scene) => {
      scene.world.error = '';
      await press(scene, 'Keep it');
    },
    (snapshot) => !snapshot.matches({ pending: 'refused' }),
  ),
  inSight(
    'has read why not',
    [{ type: 'cancellation.left' }],
    async (scene) => {
      scene.world.error = '';
      await press(scene, 'Close');
    },
    (snapshot) => snapshot.matches({ pending: 'refused' }),
  ),
];

const NEW_BALANCE = '37.4100';
const TOO_LATE = 'This withdrawal can no longer be cancelled.';

/** What becomes of it. */
export const cancelling: Means<World>[] = [
  {
    name: 'it is given back',
    by: 'network',
    events: [done('cancelWithdrawal', { withdrawal: requests.cancelled, balance: NEW_BALANCE })],
    act: async ({ stand, world }) => {
      world.balance = NEW_BALANCE;
      tell(world, requests.cancelled);
      const answer = { withdrawal: requests.cancelled, balance: NEW_BALANCE };
      await stand.answer('cancelWithdrawal', answer);
    },
    says: () => ['Your withdrawal was cancelled'],
  },
  {
    name: 'it is too late',
    by: 'network',
    events: [failed('cancelWithdrawal', { kind: 'refused', reason: 'not_cancellable' })],
    act: async ({ stand, world }) => {
      world.error = TOO_LATE;
      await stand.answer('cancelWithdrawal', failing(refusedFor('not_cancellable')));
    },
  },
  {
    name: 'the answer to it is lost',
    by: 'network',
    events: [failed('cancelWithdrawal', { kind: 'offline' })],
    act: async ({ stand, world }) => {
      world.error = OFFLINE;
      await stand.answer('cancelWithdrawal', failing('cut'));
    },
  },
  {
    name: 'cancelling takes too long',
    by: 'clock',
    events: [failed('cancelWithdrawal', { kind: 'timeout' })],
    act: async ({ pass, world }) => {
      world.error = SLOW;
      await pass(15_000);
    },
  },
];
