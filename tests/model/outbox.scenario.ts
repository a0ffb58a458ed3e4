import { type AnyActorRef, createActor } from 'xstate';
import { type Claim, type ClaimResult, keyOf } from '../../machines/outbox/claim.ts';
import type { BatchResults, OutboxEmitted, StoreCommand } from '../../machines/outbox/context.ts';
import { outboxMachine } from '../../machines/outbox/outbox.machine.ts';
import { mockClaimStore } from './mock-claim-store.ts';
import { mockRoot } from './mock-root.ts';
import { answer, type refused } from './samples.ts';
import { clock, controlledPromise, settled } from './scenarios.ts';

/** Starts an outbox for a user, and records its events, its commands to the store, and its calls. */
export async function start(
  kept: Claim[] = [],
  { userId = 7, isAnswering = true, isDue = true } = {},
) {
  const send = controlledPromise<BatchResults, { claims: Claim[] }>();
  const { logic, orders } = mockClaimStore(kept, isAnswering);
  const time = clock();
  const actor = createActor(
    outboxMachine.provide({
      actors: {
        runStore: logic,
        sendClaims: send.logic,
      },
    }),
    { clock: time },
  );
  const news: OutboxEmitted[] = [];
  mockRoot<OutboxEmitted>(actor, (event) => news.push(event));
  actor.start();
  actor.send({ type: 'session.started', userId });
  if (isDue) actor.send({ type: 'restore.due' });
  await settled();
  const add = ({ earnedAtMs: _, ...made }: Claim, recipient: AnyActorRef | null = null) =>
    actor.send({ type: 'claim.added', claim: made as never, recipient });
  return {
    ...{ actor, add, orders, time, news },
    send: {
      ...send,
      /** answers with the server's result for each claim */
      settle: (...results: ClaimResult[]) => send.answer({ results, gone: [] }),
    },
    sending: () => actor.getSnapshot().value.sending,
    claims: () => actor.getSnapshot().context.queue.map(({ claim }) => claim),
    ordered: (type: StoreCommand['type']) => orders.filter((order) => order.type === type),
    keys: () => send.inputs().map(({ claims }) => claims.map(keyOf)),
  };
}

export const paid = (id: string): ClaimResult => ({ id, answer });
export const failed = (id: string, failure: ReturnType<typeof refused>): ClaimResult => ({
  id,
  failure,
});
/** The field of an event for a claim that another page has earned. */
export const ofNobody = { recipient: null };
/** Fields of an event in this window, for a claim of today. */
export const here = { ...ofNobody, isOtherWindow: false, isBackdated: false };
export const told = (each: Claim) => ({
  type: 'claim.paid' as const,
  claim: each,
  answer,
  ...here,
});
