import type { Claim, ClaimResult, StorageError } from '../../../machines/outbox/claim.ts';
import type { StoreCommand, StoreEvent } from '../../../machines/outbox/context.ts';
import { openChannel } from '../../ports/channel.ts';
import { openClaimStore, readClaim } from '../../ports/claim-store.ts';
import { askToPersist } from '../../ports/persistence.ts';
import { isQuotaExceeded, withQuotaRetry } from '../../ports/quota.ts';

export { sendClaims } from './claim-calls.ts';

export type PersistenceCommand = Exclude<
  StoreCommand,
  { type: 'claim.persistNew' | 'claim.askTime' }
>;

/** Persists the claims of this window, and tracks those of other windows. */
export interface ClaimPersistence {
  handle(command: PersistenceCommand): void;
  /** ids of the claims that another window has settled */
  findSettled(claims: readonly Claim[]): Promise<string[]>;
  close(): void;
}

/** Maximum wait for the store, longer than any disk takes: a browser may never answer. */
const TIMEOUT_MS = 5_000;

const withTimeout = <Result>(work: Promise<Result>): Promise<Result> =>
  Promise.race([
    work,
    new Promise<never>((_, reject) => {
      setTimeout(reject, TIMEOUT_MS, new Error('the store did not answer'));
    }),
  ]);

const storageErrorOf = (error: unknown): StorageError =>
  isQuotaExceeded(error) ? 'full' : 'blocked';

/** Messages from one window to the others. */
type WindowMessage =
  | Extract<StoreEvent, { type: 'claim.found' }>
  | { type: 'claim.settled'; result: ClaimResult };

export function createClaimPersistence(report: (event: StoreEvent) => void): ClaimPersistence {
  /** ids of the claims that were in the store or came from another window: another window may send them */
  const found = new Set<string>();
  // after the store was replaced, a missing claim does not mean that another window has settled it
  const store = openClaimStore(() => found.clear());
  const channel = openChannel('claims', (message) => {
    // the sender may be another version of this app: unknown messages are ignored
    const received = message as WindowMessage;
    if (received.type === 'claim.settled') report(received);
    const claim = received.type === 'claim.found' ? readClaim(received.claim) : null;
    if (!claim) return;
    found.add(claim.id);
    report({ type: 'claim.found', claim });
  });
  let hasPersisted = false;
  const persist = async (claim: Claim) => {
    const { id, earnedAtMs } = claim;
    try {
      await withTimeout(withQuotaRetry(() => store.write(claim)));
    } catch (error) {
      const storageError = storageErrorOf(error);
      report({ type: 'claim.notPersisted', id, earnedAtMs, storageError });
      return;
    }
    report({ type: 'claim.persisted', id, earnedAtMs });
    channel.post({ type: 'claim.found', claim } satisfies WindowMessage);
    if (!hasPersisted) await askToPersist();
    hasPersisted = true;
  };
  const open = async () => {
    try {
      const { claims, quarantined } = await withTimeout(withQuotaRetry(() => store.loadAll()));
      for (const { id } of claims) found.add(id);
      report({ type: 'store.opened', claims, quarantined });
    } catch {
      report({ type: 'store.failed' });
    }
  };
  const handle = async (command: PersistenceCommand): Promise<void> => {
    switch (command.type) {
      case 'store.open':
        return open();
      case 'claim.persist':
        return persist(command.claim);
      case 'claim.change':
        return store.write(command.claim);
      case 'claim.drop':
        channel.post({ type: 'claim.settled', result: command.result } satisfies WindowMessage);
        return store.remove(command.result.id);
    }
  };
  return {
    // `persist` and `open` report their failures; other failures are ignored
    handle: (command) => void handle(command).catch(() => undefined),
    findSettled: async (claims) => {
      const there = await withTimeout(store.ids()).catch(() => null);
      if (there === null) return [];
      return claims.map(({ id }) => id).filter((id) => found.has(id) && !there.includes(id));
    },
    close: () => {
      channel.close();
      store.close();
    },
  };
}
