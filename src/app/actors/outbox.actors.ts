import { fromCallback, fromPromise } from 'xstate';
import { clickAdReward, record, watchAdReward } from '../../../contract/calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import {
  type Claim,
  type ClaimAnswer,
  type ClaimCall,
  outboxMachine,
} from '../../../machines/outbox.machine.ts';
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
export function provideOutbox({ api, storage }: Effects) {
  return outboxMachine.provide({
    actors: {
      loadClaims: fromPromise<Claim[]>(async () => storage.claims.read() ?? []),
      sendClaim: fromPromise<ClaimAnswer, { claim: Claim | null; key: string }>(
        ({ input: { claim, key }, signal }) => {
          if (!claim) throw aborted;
          return sends[claim.call](api, claim.itemId, { signal, idempotencyKey: key });
        },
      ),
      watchNetwork: fromCallback(({ sendBack }) =>
        watchOnline(() => sendBack({ type: 'network.returned' })),
      ),
    },
    actions: { storeClaims: ({ context }) => storage.claims.write(context.claims) },
  });
}
