import { record } from '../../../contract/claim.calls.ts';
import { type Claim, keyOf } from '../../../machines/outbox/claim.ts';
import type { BatchResults, StoreEvent } from '../../../machines/outbox/context.ts';
import { outboxMachine } from '../../../machines/outbox/outbox.machine.ts';
import { withLock } from '../../ports/lock.ts';
import { listeners, promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import type { ClaimPersistence, PersistenceCommand } from './claim-persistence.ts';
import { earnedAt, isFromEarlierDay } from './earned-at.ts';

/** Loads the code of the store, which is not needed before the first clip plays or a claim is earned. */
const importPersistence = () => import('./claim-persistence.ts');

type Report = (event: StoreEvent) => void;

/** Answers a command while the code of the store could not be loaded: nothing is persisted. */
function refuse(command: PersistenceCommand, report: Report): void {
  if (command.type === 'store.open') report({ type: 'store.failed' });
  if (command.type === 'claim.persist') {
    const { id, earnedAtMs } = command.claim;
    report({ type: 'claim.notPersisted', id, earnedAtMs, storageError: 'blocked' });
  }
}

/** The outbox with its storage and its calls. */
export function provideOutbox({ api, serverClock }: Effects) {
  let persistence: ClaimPersistence | null = null;
  let reportStore: Report = () => undefined;
  let hasBackdated = false;
  let isStopped = false;
  /** when each claim of this page was earned, until it is deleted */
  const times = new Map<string, number>();
  const forward = async (command: PersistenceCommand, report: Report) => {
    try {
      const { createClaimPersistence } = await importPersistence();
      if (isStopped) return;
      persistence ??= createClaimPersistence(report);
      persistence.handle(command);
    } catch {
      refuse(command, report);
    }
  };
  const send = async (claims: Claim[], signal: AbortSignal): Promise<BatchResults> => {
    const backdated = claims.filter((claim) => isFromEarlierDay(claim, serverClock.nowMs()));
    // no report if neither these claims nor the last ones sent were backdated
    if (hasBackdated || backdated.length > 0) {
      reportStore({ type: 'claims.backdated', backdated: backdated.map(({ id }) => id) });
    }
    hasBackdated = backdated.length > 0;
    const gone = (await persistence?.findSettled(claims)) ?? [];
    const left = claims.filter(({ id }) => !gone.includes(id));
    const [first, ...others] = left;
    if (first?.call === 'record' && others.length === 0) {
      const input = { videos_id: first.itemId, ...earnedAt(first) };
      const answer = await api(record, input, { signal, idempotencyKey: keyOf(first) });
      return { results: [{ id: first.id, answer }], gone };
    }
    const { sendClaims } = await importPersistence();
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
          receive((command) => {
            if (command.type === 'claim.persistNew') {
              const claim = { ...command.claim, earnedAtMs: serverClock.nowMs() };
              times.set(claim.id, claim.earnedAtMs);
              void forward({ type: 'claim.persist', claim }, sendBack);
            } else if (command.type === 'claim.askTime') {
              const { id } = command;
              sendBack({ type: 'claim.stamped', id, earnedAtMs: times.get(id) ?? null });
            } else {
              if (command.type === 'claim.drop') times.delete(command.result.id);
              void forward(command, sendBack);
            }
          });
          return () => {
            isStopped = true;
            persistence?.close();
          };
        },
      }),
    },
  });
}
