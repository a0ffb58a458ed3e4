import { after, done, failed, type Means } from './driver.ts';
import { failing } from './stand.ts';
import { requests, type Standing, tell, type World } from './withdrawal.facts.ts';

const toasts: Partial<Record<Standing, string>> = {
  paid: 'Your withdrawal was paid',
  rejected: 'Your withdrawal was rejected',
  failed: 'Your withdrawal failed',
  returned: 'Your withdrawal was returned',
  cancelled: 'Your withdrawal was cancelled',
};

const finds = (standing: Standing): Means<World> => ({
  name: `it is ${standing}`,
  by: 'network',
  events: [done('checkWithdrawal', requests[standing])],
  act: async ({ stand, world }) => {
    const found = requests[standing];
    tell(world, found);
    if (found.status === 'rejected') world.balance = '37.4100';
    await stand.answer('withdrawals', { list: [found], page: 1, limit: 100, total: 1 });
  },
  says: () => (toasts[standing] ? [toasts[standing]] : []),
});

export const pending: Means<World>[] = [
  ...(Object.keys(requests) as Standing[]).map(finds),
  {
    name: 'nothing is heard of it',
    by: 'network',
    events: [failed('checkWithdrawal', { kind: 'offline' })],
    act: ({ stand }) => stand.answer('withdrawals', failing('cut')),
  },
  {
    name: 'ten seconds go by',
    by: 'clock',
    events: [after('checkPause', 'withdrawal.pending.waiting')],
    act: ({ pass }) => pass(10_000),
  },
  {
    name: 'the look takes too long',
    by: 'clock',
    events: [failed('checkWithdrawal', { kind: 'timeout' })],
    act: ({ pass }) => pass(15_000),
  },
];
