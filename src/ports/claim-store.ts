import { type DBSchema, type IDBPDatabase, openDB } from 'idb';
import * as v from 'valibot';
import { IDEMPOTENCY_KEY } from '../../contract/envelope.ts';
import { tasks } from '../../contract/shapes.ts';
import { type Claim, keyOf } from '../../machines/outbox/claim.ts';
import { text } from './storage.ts';

/** Store of the claims on this device; a write is on the disk when its promise is fulfilled. */
export interface ClaimStore {
  /** reads all claims, and moves the claims of earlier versions from local storage into the database */
  loadAll(): Promise<{ claims: Claim[]; quarantined: number }>;
  write(claim: Claim): Promise<void>;
  remove(id: string): Promise<void>;
  ids(): Promise<string[]>;
  /** ids of the clips with a queued claim of this user */
  clipsOf(userId: number): Promise<number[]>;
  /** entries that no version so far could read as claims */
  unreadable(): Promise<unknown[]>;
  close(): void;
}

interface Schema extends DBSchema {
  claims: { key: string; value: { id: string } };
  /** quarantine: entries that this version cannot read, but a later one may */
  unreadable: { key: number; value: unknown };
}

/** Name of the database. */
export const CLAIMS = 'clipurse';
const STORES = ['claims', 'unreadable'] as const;

/** The latest time that the server accepts in a request. */
const LATEST_MS = Date.parse('9999-12-31T23:59:59.999Z');

const common = {
  id: v.string(),
  userId: v.number(),
  attempt: v.pipe(v.number(), v.integer(), v.minValue(1)),
  /** absent in claims of the first versions */
  earnedAtMs: v.optional(
    v.nullable(v.pipe(v.number(), v.minValue(0), v.maxValue(LATEST_MS))),
    null,
  ),
};

const stored = v.pipe(
  v.variant('call', [
    v.object({
      ...common,
      call: v.picklist(['record', 'watchAdReward', 'clickAdReward']),
      itemId: v.number(),
    }),
    v.object({
      ...common,
      call: v.literal('claimShareReward'),
      itemId: v.null(),
      videoId: v.optional(v.number()),
    }),
    v.object({ ...common, call: v.literal('claimTask'), itemId: v.picklist(tasks) }),
  ]),
  // the server would refuse a claim with another key as malformed
  v.check((claim) => IDEMPOTENCY_KEY.test(keyOf(claim))),
);

type Stored = v.InferOutput<typeof stored>;

/** Reads an entry as a claim. @returns null: this version does not know its format */
export function readClaim(entry: unknown): Claim | null {
  const parsed = v.safeParse(stored, entry);
  return parsed.success ? parsed.output : null;
}

const LEGACY = 'claims';
const legacyList = v.object({ claims: v.array(v.unknown()) });

/** Reads the claims that earlier versions stored in local storage; they are not checked yet. */
function readLegacy(): unknown[] {
  const kept = text(LEGACY).read();
  if (kept === null) return [];
  try {
    const parsed = v.safeParse(legacyList, JSON.parse(kept));
    if (parsed.success) return parsed.output.claims;
  } catch {
    // not JSON: the text is quarantined as it is
  }
  return [kept];
}

const isNewer = (error: unknown) => error instanceof DOMException && error.name === 'VersionError';

/** Makes one connection, which opens again after it was closed; the data may be lost by then. */
function connect(onEnded: () => void) {
  let opened: Promise<IDBPDatabase<Schema>> | null = null;
  const forget = () => {
    opened = null;
  };
  const end = () => {
    forget();
    onEnded();
  };
  const open = (version?: number) =>
    openDB<Schema>(CLAIMS, version, {
      upgrade: (database) => {
        database.createObjectStore('claims', { keyPath: 'id' });
        database.createObjectStore('unreadable', { autoIncrement: true });
      },
      blocking: (_current, _blocked, event) => {
        (event.target as IDBDatabase).close();
        end();
      },
      terminated: end,
    });
  return {
    database: () => {
      opened ??= open(1)
        // a later version has upgraded the database: it still has the stores of this version
        .catch((error: unknown) => (isNewer(error) ? open() : Promise.reject(error)));
      opened.catch(forget);
      return opened;
    },
    close: () => {
      // after a failed opening there is no connection to close
      opened?.then((database) => database.close()).catch(() => undefined);
      forget();
    },
  };
}

type Connection = ReturnType<typeof connect>;

const byTime = (left: Claim, right: Claim) => (left.earnedAtMs ?? 0) - (right.earnedAtMs ?? 0);

/** Reads each entry on its own: moves unreadable ones to the quarantine, and readable ones out of it. */
async function loadAll({ database }: Connection) {
  const legacy = readLegacy();
  const transaction = (await database()).transaction(STORES, 'readwrite', { durability: 'strict' });
  const [claimStore, quarantine] = STORES.map((name) => transaction.objectStore(name));
  if (!claimStore || !quarantine) throw new Error('the stores of claims are not there');
  const claims: Claim[] = [];
  let quarantined = 0;
  for (let cursor = await quarantine.openCursor(); cursor; cursor = await cursor.continue()) {
    const claim = readClaim(cursor.value);
    if (!claim) continue;
    await cursor.delete();
    await claimStore.put(claim);
  }
  for (const entry of [...(await claimStore.getAll()), ...legacy]) {
    const isLegacy = legacy.includes(entry);
    const claim = readClaim(entry);
    if (claim) {
      claims.push(claim);
      // only moved claims are written, because on a full device every write fails
      if (isLegacy) await claimStore.put(claim);
    } else {
      quarantined += 1;
      await quarantine.add(entry);
      if (!isLegacy) await claimStore.delete((entry as { id: string }).id);
    }
  }
  await transaction.done;
  if (legacy.length > 0) text(LEGACY).write(null);
  return { claims: claims.sort(byTime), quarantined };
}

/**
 * @param onEnded called when the browser ends the connection, for example because another tab deletes the database
 * @returns a store whose promises reject where this device stores nothing
 */
export function openClaimStore(onEnded: () => void = () => undefined): ClaimStore {
  const connection = connect(onEnded);
  const change = async (
    act: (claims: { put(claim: Claim): unknown; delete(id: string): unknown }) => unknown,
  ) => {
    const database = await connection.database();
    const transaction = database.transaction('claims', 'readwrite', { durability: 'strict' });
    await Promise.all([act(transaction.store), transaction.done]);
  };
  return {
    loadAll: () => loadAll(connection),
    // `satisfies`: only a claim that `loadAll` can read again compiles
    write: (claim) => change((claims) => claims.put(claim satisfies Stored)),
    remove: (id) => change((claims) => claims.delete(id)),
    ids: async () => (await connection.database()).getAllKeys('claims'),
    unreadable: async () => (await connection.database()).getAll('unreadable'),
    clipsOf: async (userId) => {
      const entries = await (await connection.database()).getAll('claims');
      return entries.flatMap((entry) => {
        const claim = readClaim(entry);
        return claim?.call === 'record' && claim.userId === userId ? [claim.itemId] : [];
      });
    },
    close: connection.close,
  };
}
