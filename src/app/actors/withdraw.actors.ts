import { i18n } from '@lingui/core';
import { cancelWithdrawal } from '../../../contract/cancel.calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import type { Withdrawal } from '../../../contract/shapes.ts';
import {
  updateWdinfo,
  wdinfo,
  withdraw,
  withdrawalMethods,
  withdrawals,
  withdrawConfig,
} from '../../../contract/withdraw.calls.ts';
import { withdrawInfoMachine } from '../../../machines/withdraw-info.machine.ts';
import { withdrawalMachine } from '../../../machines/withdrawal/withdrawal.machine.ts';
import { rememberAnswer } from '../../ports/answered-offers.ts';
import { signsOf } from '../components/amount-signs.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Start } from '../system/starts.ts';

const LARGEST_PAGE = 100;

async function findWithdrawal(
  { api }: Effects,
  id: number,
  signal: AbortSignal,
): Promise<Withdrawal> {
  for (let page = 1; ; page += 1) {
    const answer = await api(withdrawals, { page, limit: LARGEST_PAGE }, { signal });
    const found = answer.list.find((withdrawal) => withdrawal.id === id);
    if (found) return found;
    if (page * LARGEST_PAGE >= answer.total) throw { kind: 'malformed' } satisfies CallFailure;
  }
}

/** The machine of the pending withdrawal, of which a user has one at most, and of the next withdrawal. */
export function provideWithdrawal(effects: Effects) {
  const { api } = effects;
  return withdrawalMachine.provide({
    actors: {
      ...promises(withdrawalMachine, {
        loadTerms: ({ signal }) => api(withdrawConfig, {}, { signal }),
        submitWithdrawal: ({ input: { amount, payee, arrival, key }, signal }) => {
          const pay = arrival && { currency: arrival.currency, amount: arrival.amount };
          const asked = { amount, payee: payee ?? undefined, pay };
          return api(withdraw, asked, { signal, idempotencyKey: key });
        },
        cancelWithdrawal: ({ input: { id, key }, signal }) =>
          api(cancelWithdrawal, { id }, { signal, idempotencyKey: key }),
        checkWithdrawal: ({ input, signal }) => findWithdrawal(effects, input.id, signal),
      }),
      ...listeners(withdrawalMachine, {
        watchSigns: ({ sendBack }) =>
          i18n.on('change', () => sendBack({ type: 'signs.changed', signs: signsOf(i18n.locale) })),
      }),
    },
    actions: { rememberAnswer: (_, offer) => rememberAnswer(offer) },
  });
}

/** The payout account; the Withdraw and the Mine screen share it. */
function provideWithdrawInfo({ api, country }: Effects) {
  return withdrawInfoMachine.provide({
    actors: promises(withdrawInfoMachine, {
      loadWithdrawInfo: async ({ input, signal }) => {
        const [info, methods, found] = await Promise.all([
          api(wdinfo, {}, { signal }),
          api(withdrawalMethods, {}, { signal }),
          input.country ?? country(),
        ]);
        const { list, change_hold_hours: changeHoldHours = 0 } = info;
        return { info: list[0] ?? null, changeHoldHours, methods: methods.list, country: found };
      },
      saveWithdrawInfo: async ({ input, signal }) => {
        const { list } = await api(updateWdinfo, input.form, { signal });
        const [info] = list;
        if (!info) throw { kind: 'malformed' } satisfies CallFailure;
        return info;
      },
    }),
  });
}

export const startWithdrawInfo: Start = (effects, { user }) => ({
  id: 'withdrawInfo',
  logic: provideWithdrawInfo(effects),
  readInput: () => ({ country: user?.country ?? null }),
});
