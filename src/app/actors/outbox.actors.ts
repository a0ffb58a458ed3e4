import { clickAdReward, record, watchAdReward } from '../../../contract/claim.calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import {
  type Claim,
  type ClaimAnswer,
  type ClaimCall,
  outboxMachine,
} from '../../../machines/outbox.machine.ts';
import type { Api, CallOptions } from '../../ports/api.ts';
import { withLock } from '../../ports/lock.ts';
import { watchOnline } from '../../ports/visibility.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';

const aborted: CallFailure = { kind: 'aborted' };

type Send = (api: Api, itemId: number, options: CallOptions) => Promise<ClaimAnswer>;

const sends: Record<ClaimCall, Send> = {
  record: (api, videos_id, options) => api(record, { videos_id }, options),
  watchAdReward: (api, ad_id, options) => api(watchAdReward, { ad_id }, options),
  clickAdReward: (api, ad_id, options) => api(clickAdReward, { ad_id }, options),
};

/** The outbox with its storage and its calls. */
export function provideOutbox({ api, storage: { claims } }: Effects) {
  /** kept by another window, now or before: it may send them itself */
  const found = new Set<string>();
  const isSettled = ({ id }: Claim) =>
    found.has(id) && !claims.read().some((claim) => claim.id === id);
  return outboxMachine.provide({
    actors: {
      ...promises(outboxMachine, {
        loadClaims: async () => {
          const list = claims.read();
          for (const { id } of list) found.add(id);
          return list;
        },
        sendClaim: async ({ input: { claim, key }, signal }) => {
          if (!claim) throw aborted;
          const send = () => sends[claim.call](api, claim.itemId, { signal, idempotencyKey: key });
          return withLock('outbox', async () => (isSettled(claim) ? null : send()), signal);
        },
      }),
      ...listeners(outboxMachine, {
        watchNetwork: ({ sendBack }) => watchOnline(() => sendBack({ type: 'network.returned' })),
      }),
    },
    actions: {
      storeClaim: (_, claim) => claims.change((list) => [...list, claim]),
      storeAttempt: (_, claim) =>
        claims.change((list) => list.map((each) => (each.id === claim.id ? claim : each))),
      removeClaim: (_, claim) => claims.change((list) => list.filter(({ id }) => id !== claim.id)),
    },
  });
}
