import { fromCallback, fromPromise } from 'xstate';
import { clickAdReward, record, watchAdReward } from '../../../contract/calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import {
  type Claim,
  type ClaimAnswer,
  type ClaimCall,
  outboxMachine,
} from '../../../machines/outbox.machine.ts';
import { alone } from '../../ports/alone.ts';
import type { Api, CallOptions } from '../../ports/api.ts';
import { watchOnline } from '../../ports/visibility.ts';
import type { Effects } from '../effects.ts';

const aborted: CallFailure = { kind: 'aborted' };

type Send = (api: Api, itemId: number, options: CallOptions) => Promise<ClaimAnswer>;

const sends: Record<ClaimCall, Send> = {
  record: (api, videos_id, options) => api(record, { videos_id }, options),
  watchAdReward: (api, ad_id, options) => api(watchAdReward, { ad_id }, options),
  clickAdReward: (api, ad_id, options) => api(clickAdReward, { ad_id }, options),
};

/** The outbox with its storage, its calls and the news of the line. */
export function provideOutbox({ api, storage: { claims } }: Effects) {
  /** kept by another window, now or before: it may send them itself */
  const found = new Set<string>();
  const isSettled = ({ id }: Claim) =>
    found.has(id) && !claims.read().some((claim) => claim.id === id);
  return outboxMachine.provide({
    actors: {
      loadClaims: fromPromise<Claim[]>(async () => {
        const list = claims.read();
        for (const { id } of list) found.add(id);
        return list;
      }),
      sendClaim: fromPromise<ClaimAnswer | null, { claim: Claim | null; key: string }>(
        async ({ input: { claim, key }, signal }) => {
          if (!claim) throw aborted;
          const send = () => sends[claim.call](api, claim.itemId, { signal, idempotencyKey: key });
          return alone('outbox', async () => (isSettled(claim) ? null : send()), signal);
        },
      ),
      watchNetwork: fromCallback(({ sendBack }) =>
        watchOnline(() => sendBack({ type: 'network.returned' })),
      ),
    },
    actions: {
      keepClaim: (_, claim) => claims.change((list) => [...list, claim]),
      keepAttempt: (_, claim) =>
        claims.change((list) => list.map((each) => (each.id === claim.id ? claim : each))),
      forgetClaim: (_, claim) => claims.change((list) => list.filter(({ id }) => id !== claim.id)),
    },
  });
}
