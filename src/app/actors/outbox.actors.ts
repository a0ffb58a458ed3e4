import { record } from '../../../contract/claim.calls.ts';
import { type Claim, keyOf } from '../../../machines/outbox/claim.ts';
import type { BatchResults, StoreEvent, StoreOrder } from '../../../machines/outbox/context.ts';
import { outboxMachine } from '../../../machines/outbox/outbox.machine.ts';
import { withLock } from '../../ports/lock.ts';
import { watchConnectivity, watchReturn } from '../../ports/visibility.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { Keeper } from './claim-keeping.ts';
import { earnedAt, isOfDayBefore } from './earned-at.ts';

/** Nothing of it is needed before the first clip plays, or the first claim is earned. */
const laterCode = () => import('./claim-keeping.ts');

type Report = (event: StoreEvent) => void;

/** What a window without the later code has to say to an order. */
function refuse(order: StoreOrder, report: Report): void {
  if (order.type === 'store.open') report({ type: 'store.failed' });
  if (order.type === 'claim.keep') {
    report({ type: 'claim.notKept', id: order.claim.id, lack: 'blocked' });
  }
}

/** The outbox with its storage and its calls. */
export function provideOutbox({ api, serverClock }: Effects) {
  let keeper: Keeper | null = null;
  let reportStore: Report = () => undefined;
  const keep = async (order: Exclude<StoreOrder, { type: 'claim.stamp' }>, report: Report) => {
    try {
      const { createKeeper } = await laterCode();
      keeper ??= createKeeper(report);
      keeper.obey(order);
    } catch {
      refuse(order, report);
    }
  };
  const send = async (claims: Claim[], signal: AbortSignal): Promise<BatchResults> => {
    const late = claims.filter((claim) => isOfDayBefore(claim, serverClock.nowMs()));
    reportStore({ type: 'claims.dated', late: late.map(({ id }) => id) });
    const gone = (await keeper?.goneOf(claims)) ?? [];
    const left = claims.filter(({ id }) => !gone.includes(id));
    const [first, ...others] = left;
    if (first?.call === 'record' && others.length === 0) {
      const input = { videos_id: first.itemId, ...earnedAt(first) };
      const answer = await api(record, input, { signal, idempotencyKey: keyOf(first) });
      return { results: [{ id: first.id, answer }], gone };
    }
    const { sendClaims } = await laterCode();
    return { results: await sendClaims(api, left, signal), gone };
  };
  return outboxMachine.provide({
    actors: {
      ...promises(outboxMachine, {
        sendClaims: ({ input: { claims }, signal }) =>
          withLock('outbox', () => send(claims, signal), signal),
      }),
      ...listeners(outboxMachine, {
        runStore: ({ sendBack, receive }) => {
          reportStore = sendBack;
          receive((order) => {
            if (order.type !== 'claim.stamp') void keep(order, sendBack);
            else {
              const claim = { ...order.claim, earnedAtMs: serverClock.nowMs() };
              sendBack({ type: 'claim.stamped', claim });
            }
          });
          return () => keeper?.close();
        },
        watchNetwork: ({ sendBack }) =>
          watchConnectivity((isOnline) =>
            sendBack({ type: isOnline ? 'network.returned' : 'network.lost' }),
          ),
        watchReturn: ({ sendBack }) => watchReturn(() => sendBack({ type: 'send.due' })),
      }),
    },
  });
}
