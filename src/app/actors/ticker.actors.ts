import { maskName } from '../../../contract/mask.ts';
import { recentWithdrawals } from '../../../contract/withdraw.calls.ts';
import { tickerMachine } from '../../../machines/ticker.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

/** Fewer real withdrawals than this would repeat the same few people. */
const ENOUGH = 5;

/** Spec section 9; an invented amount, labelled as an example. */
const EXAMPLE_MIN = 200;
const EXAMPLE_MAX = 300;
const EXAMPLE_NAMES = [
  'marisol88',
  'kwame.o',
  'linh_tran',
  'deepak',
  'annika.s',
  'joao_p',
  'yusuf',
];

function example(shown: number) {
  const cents = Math.floor((EXAMPLE_MAX - EXAMPLE_MIN) * 100 * Math.random());
  const amount = (EXAMPLE_MIN + cents / 100).toFixed(2);
  const name = EXAMPLE_NAMES[shown % EXAMPLE_NAMES.length] ?? '';
  return { username: maskName(name), amount: `${amount}00`, isExample: true };
}

/** Notices of other members' withdrawals. */
export function provideTicker({ api }: Effects) {
  return tickerMachine.provide({
    actors: promises(tickerMachine, {
      pickNotice: async ({ input: { shown }, signal }) => {
        const { list } = await api(recentWithdrawals, {}, { signal });
        const real = list[shown % Math.max(list.length, 1)];
        if (list.length < ENOUGH || !real) return example(shown);
        return { username: real.username, amount: real.amount, isExample: false };
      },
    }),
  });
}
