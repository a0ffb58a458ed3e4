import { fromCallback } from 'xstate';
import type { Claim } from '../../machines/outbox/claim.ts';
import type { StoreCommand } from '../../machines/outbox/context.ts';
import { earnedAtMs } from './samples.ts';

/**
 * Creates a mock of the store of claims, which records its commands.
 * @param isAnswering false: the store answers only `claim.askTime`
 */
export function mockClaimStore(kept: Claim[] = [], isAnswering = true) {
  const orders: StoreCommand[] = [];
  const logic = fromCallback<StoreCommand>(({ receive, sendBack }) =>
    receive((order) => {
      orders.push(order);
      if (order.type === 'claim.askTime') {
        sendBack({ type: 'claim.stamped', id: order.id, earnedAtMs });
      }
      if (!isAnswering) return;
      if (order.type === 'store.open') {
        sendBack({ type: 'store.opened', claims: kept, quarantined: 0 });
      }
      if (order.type === 'claim.persist' || order.type === 'claim.persistNew') {
        sendBack({ type: 'claim.persisted', id: order.claim.id, earnedAtMs });
      }
    }),
  );
  return { logic, orders };
}
