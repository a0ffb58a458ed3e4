import * as v from 'valibot';
import { userInfo } from '../../contract/shapes.ts';
import type { Session } from '../../machines/auth/model.ts';
import type { PushToken } from '../../machines/push/model.ts';
import type { Scheme } from '../../machines/theme.machine.ts';
import { listen, together } from './listen.ts';

/**
 * Named values that survive a reload. An unreadable value counts as absent: a broken or blocked storage must never
 * keep the app from starting.
 */
export interface Storage {
  session: StoredValue<Session>;
  /** calls back when another tab has logged in or out, or stored a new balance; returns an unsubscribe function */
  watchSession(report: (session: Session | null) => void): () => void;
  /** time of the server's last answer about the user, by this device's clock */
  userKnownAt: { read(): number | null };
  /** the last list of clips, as text of `cached-feed.ts`; removed with the session */
  cachedFeed: StoredValue<string>;
  inviteCode: StoredValue<string>;
  isWelcomeDue: StoredValue<boolean>;
  scheme: StoredValue<Scheme>;
  /** calls back when another tab has stored a scheme; returns an unsubscribe function */
  watchScheme(report: (scheme: Scheme) => void): () => void;
  /** bytes fetched for the app, by UTC day */
  dataUsed: StoredValue<Record<string, number>>;
  /** milliseconds that the server's clock is ahead of this device's */
  serverAheadMs: StoredValue<number>;
  /** proof that the landing page's sample clip was watched; sent with the claim of the welcome reward */
  watchTicket: StoredValue<string>;
  /** UTC day of the last share reward */
  lastShareDate: StoredValue<string>;
  /** push address of this device; `isSynced`: the server has stored it */
  pushToken: StoredValue<PushToken & { isSynced: boolean }>;
}

export interface StoredValue<Value> {
  read(): Value | null;
  write(value: Value | null): void;
}

/** The user as `auth` stores it: `local_amount` is null after a change of the balance, until the next refresh. */
const knownUser = v.object({ ...userInfo.entries, local_amount: v.nullable(v.string()) });

const tokenDetails = v.object({
  endpoint: v.string(),
  /** absent: an FCM token, or a value of an early version, which supported FCM only */
  keys: v.nullish(v.object({ p256dh: v.string(), auth: v.string() }), null),
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

/** Values that a blocked or full storage could not take; they are lost with the page. */
const unstored = new Map<string, string | null>();

/** Stores text under one key; `null` removes it. */
export function text(key: string): StoredValue<string> {
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
): StoredValue<v.InferOutput<Schema>> {
  const stored = text(key);
  return {
    read: () => {
      const parsed = v.safeParse(
        schema,
        attempt(() => JSON.parse(stored.read() ?? '')),
      );
      return parsed.success ? parsed.output : null;
    },
    write: (value) => stored.write(value === null ? null : JSON.stringify(value)),
  };
}

/** Calls back at the writes of other tabs: a tab gets no event for its own. */
const watchOthers = (key: string, report: () => void) =>
  listen(globalThis, ['storage'], (event: StorageEvent) => {
    // key `null`: the storage was cleared
    if (event.key === key || event.key === null) report();
  });

/** The keys of spec section 3, and the app's own. */
export function createStorage(): Storage {
  const token = text('token');
  const user = json('userInfo', knownUser);
  const userAt = json('userInfoAt', v.number());
  const cachedFeed = text('keptFeed');
  const fcmToken = text('fcmToken');
  const fcmTokenDetails = json('fcmTokenFacts', tokenDetails);
  const scheme = json('scheme', v.picklist(['light', 'dark']));
  const session: StoredValue<Session> = {
    read: () => {
      const value = token.read();
      return value ? { token: value, user: user.read() } : null;
    },
    write: (next) => {
      if (!next) cachedFeed.write(null);
      // other tabs listen for the token, so the user is stored before it
      userAt.write(next?.user ? Date.now() : null);
      user.write(next?.user ?? null);
      token.write(next?.token ?? null);
    },
  };
  return {
    session,
    userKnownAt: userAt,
    cachedFeed,
    watchSession: (report) => {
      const look = () => report(session.read());
      return together(watchOthers('token', look), watchOthers('userInfo', look));
    },
    inviteCode: text('inviteCode'),
    lastShareDate: text('last_share_date'),
    watchTicket: text('watchTicket'),
    isWelcomeDue: json('isWelcomeDue', v.boolean()),
    pushToken: {
      read: () => {
        const [value, details] = [fcmToken.read(), fcmTokenDetails.read()];
        return value && details ? { token: value, ...details } : null;
      },
      write: (kept) => {
        fcmToken.write(kept?.token ?? null);
        fcmTokenDetails.write(
          kept && {
            endpoint: kept.endpoint,
            keys: kept.keys,
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
    dataUsed: json('dataUsed', v.record(v.string(), v.number())),
    serverAheadMs: json('serverAheadMs', v.number()),
  };
}

const DAY_SECONDS = 24 * 60 * 60;

/** A cookie that the server and the page's first script can read too. */
export function cookie(name: string, days: number): StoredValue<string> {
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
