import { fromCallback, fromPromise } from 'xstate';
import { record } from '../../../contract/calls.ts';
import type { CallFailure } from '../../../contract/failure.ts';
import { type Claim, type ClaimAnswer, outboxMachine } from '../../../machines/outbox.machine.ts';
import { watchOnline } from '../../ports/visibility.ts';
import type { Effects } from '../effects.ts';

const aborted: CallFailure = { kind: 'aborted' };

/** The outbox with its storage, its calls and the news of the line. */
export function provideOutbox({ api, storage }: Effects) {
  return outboxMachine.provide({
    actors: {
      loadClaims: fromPromise<Claim[]>(async () => storage.claims.read() ?? []),
      sendClaim: fromPromise<ClaimAnswer, { claim: Claim | null; key: string }>(
        ({ input: { claim, key }, signal }) => {
          if (!claim) throw aborted;
          return api(record, { videos_id: claim.itemId }, { signal, idempotencyKey: key });
        },
      ),
      watchNetwork: fromCallback(({ sendBack }) =>
        watchOnline(() => sendBack({ type: 'network.returned' })),
      ),
    },
    actions: { storeClaims: ({ context }) => storage.claims.write(context.claims) },
  });
}
