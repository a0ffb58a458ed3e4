import * as v from 'valibot';
import { type UserInfo, userInfo } from '../../contract/shapes.ts';
import type { Claim } from '../../machines/outbox.machine.ts';

/**
 * Named facts that survive a reload. Anything unreadable counts as absent: a broken or blocked
 * storage must never keep the app from starting.
 */
export interface Storage {
  session: Fact<{ token: string; user: UserInfo | null }>;
  inviteCode: Fact<string>;
  isWelcomeDue: Fact<boolean>;
  scheme: Fact<'light' | 'dark'>;
  claims: Fact<Claim[]>;
  /** proves that the sample clip of the landing page was watched; goes with the registration */
  watchTicket: Fact<string>;
  /** UTC day of the last share reward */
  lastShareDate: Fact<string>;
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

function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

/** Keeps text under one key; `null` removes it. */
function text(key: string): Fact<string> {
  let kept: string | null = null;
  return {
    read: () => attempt(() => localStorage.getItem(key)) ?? kept,
    write: (value) => {
      kept = value;
      attempt(() =>
        value === null ? localStorage.removeItem(key) : localStorage.setItem(key, value),
      );
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

/** The keys of spec section 3, and what this app keeps beside them. */
export function createStorage(): Storage {
  const token = text('token');
  const user = json('userInfo', userInfo);
  const stored = json('claims', claims);
  return {
    session: {
      read: () => {
        const value = token.read();
        return value ? { token: value, user: user.read() } : null;
      },
      write: (session) => {
        token.write(session?.token ?? null);
        user.write(session?.user ?? null);
      },
    },
    inviteCode: text('inviteCode'),
    lastShareDate: text('last_share_date'),
    watchTicket: text('watchTicket'),
    isWelcomeDue: json('isWelcomeDue', v.boolean()),
    scheme: json('scheme', v.picklist(['light', 'dark'])),
    claims: {
      read: () => stored.read()?.claims ?? null,
      write: (list) => stored.write(list && list.length > 0 ? { version: 2, claims: list } : null),
    },
  };
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
