import { fromCallback, fromPromise } from 'xstate';
import {
  updateWdinfo,
  wdinfo,
  withdraw,
  withdrawalMethods,
  withdrawals,
  withdrawConfig,
} from '../../../contract/calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import type { Withdrawal, WithdrawInfo } from '../../../contract/shapes.ts';
import {
  type WithdrawInfoFacts,
  type WithdrawInfoForm,
  withdrawInfoMachine,
} from '../../../machines/withdraw-info.machine.ts';
import { withdrawalMachine } from '../../../machines/withdrawal.machine.ts';
import type { WithdrawalFacts } from '../../../machines/withdrawal.setup.ts';
import type { Effects } from '../effects.ts';
import type { News } from '../news.ts';
import { WITHDRAW_PATH } from '../path.ts';
import type { Blueprint } from '../screens.ts';
import type { System } from '../system.ts';
import { type ListMachine, listBlueprint } from './list.actors.ts';
import { followAging, watchPresence } from './presence.ts';

const LARGEST_PAGE = 100;

/** The operator has decided, and this device was told. */
const isAboutWithdrawal = (news: News) =>
  news.type === 'push.received' &&
  (news.kind === 'withdrawal_paid' || news.kind === 'withdrawal_rejected');

/** What can change whether a withdrawal is possible, and how much. */
const changesFacts = (news: News) =>
  news.type === 'withdrawInfo.saved' ||
  news.type === 'claim.paid' ||
  news.type === 'push.permissionChanged' ||
  isAboutWithdrawal(news);

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

function provideWithdrawal({ effects, push }: System) {
  const { api, news } = effects;
  return withdrawalMachine.provide({
    actors: {
      loadWithdrawal: fromPromise<WithdrawalFacts>(async ({ signal }) => {
        const [config, info] = await Promise.all([
          api(withdrawConfig, {}, { signal }),
          api(wdinfo, {}, { signal }),
        ]);
        const { permission } = push.getSnapshot().context;
        return { config, hasInfo: info.list.length > 0, notifications: permission };
      }),
      submitWithdrawal: fromPromise<
        { withdrawal: Withdrawal; balance: string },
        { amount: string; key: string }
      >(({ input: { amount, key }, signal }) =>
        api(withdraw, { amount }, { signal, idempotencyKey: key }),
      ),
      checkWithdrawal: fromPromise<Withdrawal, { id: number }>(({ input, signal }) =>
        findWithdrawal(effects, input.id, signal),
      ),
      watchFacts: fromCallback(({ sendBack }) =>
        followAging(news, { screen: WITHDRAW_PATH, isOutdatedBy: changesFacts }, () =>
          sendBack({ type: 'facts.outdated' }),
        ),
      ),
      watchPresence: watchPresence(WITHDRAW_PATH),
    },
  });
}

/** The one withdrawal that a user may have in process, and the next one. */
export function withdrawalBlueprint(system: System): Blueprint<typeof withdrawalMachine> {
  return {
    name: 'withdrawal',
    make: () => ({
      logic: provideWithdrawal(system),
      input: { nonce: system.effects.nonce() },
    }),
  };
}

function provideWithdrawInfo({ api, country }: Effects, own: string | null) {
  return withdrawInfoMachine.provide({
    actors: {
      loadWithdrawInfo: fromPromise<WithdrawInfoFacts>(async ({ signal }) => {
        const [info, methods, found] = await Promise.all([
          api(wdinfo, {}, { signal }),
          api(withdrawalMethods, {}, { signal }),
          own ?? country(),
        ]);
        return { info: info.list[0] ?? null, methods: methods.list, country: found };
      }),
      saveWithdrawInfo: fromPromise<WithdrawInfo, { form: WithdrawInfoForm }>(
        async ({ input, signal }) => {
          const { list } = await api(updateWdinfo, input.form, { signal });
          const [info] = list;
          if (!info) throw { kind: 'malformed' } satisfies CallFailure;
          return info;
        },
      ),
    },
  });
}

/**
 * Where the user is paid; the Withdraw and the Mine screen show the same.
 * @param country the user's own; null: looked up
 */
export function withdrawInfoBlueprint(
  effects: Effects,
  country: string | null,
): Blueprint<typeof withdrawInfoMachine> {
  return {
    name: 'withdrawInfo',
    make: () => ({ logic: provideWithdrawInfo(effects, country), input: undefined }),
  };
}

/** Every withdrawal, the newest first. */
export function withdrawalListBlueprint(effects: Effects): Blueprint<ListMachine<Withdrawal>> {
  return listBlueprint(effects, {
    name: 'withdrawals',
    screen: WITHDRAW_PATH,
    load: (paging, signal) => effects.api(withdrawals, paging, { signal }),
    isOutdatedBy: (news) =>
      news.type === 'withdrawal.submitted' ||
      news.type === 'withdrawal.settled' ||
      isAboutWithdrawal(news),
  });
}
