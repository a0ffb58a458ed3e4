import * as v from 'valibot';
import { userInfo } from '../../contract/shapes.ts';
import type { Session } from '../../machines/auth.setup.ts';
import type { Claim } from '../../machines/outbox.machine.ts';
import type { PushToken } from '../../machines/push.setup.ts';
import type { Scheme } from '../../machines/theme.machine.ts';

/**
 * Named facts that survive a reload. Anything unreadable counts as absent: a broken or blocked
 * storage must never keep the app from starting.
 */
export interface Storage {
  session: Fact<Session>;
  /** calls back when another window has logged in or out; returns the way out */
  watchSession(report: (session: Session | null) => void): () => void;
  inviteCode: Fact<string>;
  isWelcomeDue: Fact<boolean>;
  scheme: Fact<Scheme>;
  /** calls back when another window of the app has stored a scheme; returns the way out */
  watchScheme(report: (scheme: Scheme) => void): () => void;
  /** all windows keep theirs in the same list: each changes what is there now */
  claims: { read(): Claim[]; change(edit: (list: Claim[]) => Claim[]): void };
  /** proves that the sample clip of the landing page was watched; goes with the registration */
  watchTicket: Fact<string>;
  /** UTC day of the last share reward */
  lastShareDate: Fact<string>;
  /** where push messages reach this device, and whether the server knows */
  pushToken: Fact<PushToken & { isSynced: boolean }>;
}

export interface Fact<Value> {
  read(): Value | null;
  write(value: Value | null): void;
}

/** Version 1 knew the claims of clips only; what it kept is sent all the same. */
const claims = v.object({
  version: v.picklist([1, 2]),
  claims: v.array(
    v.object({
      id: v.string(),
      userId: v.number(),
      call: v.picklist(['record', 'watchAdReward', 'clickAdReward']),
      itemId: v.number(),
      attempt: v.number(),
    }),
  ),
});

const tokenFacts = v.object({
  endpoint: v.string(),
  fetchedAtMs: v.number(),
  isSynced: v.boolean(),
});

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** What could not be stored, because storage is blocked or full: it lasts as long as the page. */
const unstored = new Map<string, string | null>();

/** Keeps text under one key; `null` removes it. */
function text(key: string): Fact<string> {
  return {
    read: () => unstored.get(key) ?? attempt(() => localStorage.getItem(key)),
    write: (value) => {
      unstored.delete(key);
      try {
        if (value === null) localStorage.removeItem(key);
        else localStorage.setItem(key, value);
      } catch {
        unstored.set(key, value);
      }
    },
  };
}

function json<Schema extends v.GenericSchema>(
  key: string,
  schema: Schema,
): Fact<v.InferOutput<Schema>> {
  const fact = text(key);
  return {
    read: () => {
      const parsed = v.safeParse(
        schema,
        attempt(() => JSON.parse(fact.read() ?? '')),
      );
      return parsed.success ? parsed.output : null;
    },
    write: (value) => fact.write(value === null ? null : JSON.stringify(value)),
  };
}

/** Windows hear of each other's writes, never of their own. */
function watchOthers(key: string, report: () => void): () => void {
  const tell = (event: StorageEvent) => {
    // no key: all of them are gone
    if (event.key === key || event.key === null) report();
  };
  addEventListener('storage', tell);
  return () => removeEventListener('storage', tell);
}

/** The keys of spec section 3, and what this app keeps beside them. */
export function createStorage(): Storage {
  const token = text('token');
  const user = json('userInfo', userInfo);
  const stored = json('claims', claims);
  const readClaims = () => stored.read()?.claims ?? [];
  const fcmToken = text('fcmToken');
  const fcmTokenFacts = json('fcmTokenFacts', tokenFacts);
  const scheme = json('scheme', v.picklist(['light', 'dark']));
  const session: Fact<Session> = {
    read: () => {
      const value = token.read();
      return value ? { token: value, user: user.read() } : null;
    },
    write: (next) => {
      // other windows hear of the token: by then the user is there
      user.write(next?.user ?? null);
      token.write(next?.token ?? null);
    },
  };
  return {
    session,
    watchSession: (report) => watchOthers('token', () => report(session.read())),
    inviteCode: text('inviteCode'),
    lastShareDate: text('last_share_date'),
    watchTicket: text('watchTicket'),
    isWelcomeDue: json('isWelcomeDue', v.boolean()),
    pushToken: {
      read: () => {
        const [value, facts] = [fcmToken.read(), fcmTokenFacts.read()];
        return value && facts ? { token: value, ...facts } : null;
      },
      write: (kept) => {
        fcmToken.write(kept?.token ?? null);
        fcmTokenFacts.write(
          kept && {
            endpoint: kept.endpoint,
            fetchedAtMs: kept.fetchedAtMs,
            isSynced: kept.isSynced,
          },
        );
      },
    },
    scheme,
    watchScheme: (report) =>
      watchOthers('scheme', () => {
        const stored = scheme.read();
        if (stored) report(stored);
      }),
    claims: {
      read: readClaims,
      change: (edit) => {
        const list = edit(readClaims());
        stored.write(list.length > 0 ? { version: 2, claims: list } : null);
      },
    },
  };
}

/** Everything that this origin keeps on the device, by key. */
export function readStored(): { key: string; value: string }[] {
  const entries = attempt(() => Object.entries(localStorage)) ?? [];
  return entries
    .map(([key, value]) => ({ key, value: String(value) }))
    .sort((left, right) => left.key.localeCompare(right.key));
}

/** Forgets one key; this window hears of it as the others do. */
export function dropStored(key: string): void {
  text(key).write(null);
  dispatchEvent(new StorageEvent('storage', { key }));
}

const DAY_SECONDS = 24 * 60 * 60;

/** A cookie that the server and the page's first script may read as well. */
export function cookie(name: string, days: number): Fact<string> {
  return {
    read: () => {
      const found = document.cookie.split('; ').find((pair) => pair.startsWith(`${name}=`));
      return found ? attempt(() => decodeURIComponent(found.slice(name.length + 1))) : null;
    },
    write: (value) => {
      const age = value === null ? 0 : days * DAY_SECONDS;
      // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is not in every browser
      document.cookie = `${name}=${encodeURIComponent(value ?? '')}; path=/; max-age=${age}; samesite=lax`;
    },
  };
}
