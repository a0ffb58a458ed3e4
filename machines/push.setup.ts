import { assign, emit, setup } from 'xstate';
import type { PushKind } from '../contract/push.ts';
import { failureOf } from './failure.ts';
import { missing, missingAction, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';

export type Permission = 'default' | 'granted' | 'denied' | 'unsupported';

/** Where a person was asked; each place has its own words for a no. */
type Asker = 'reminder' | 'tasks';

/** This device's address for push messages. */
export interface PushToken {
  token: string;
  /** the browser's own subscription that the token stands for */
  endpoint: string;
  fetchedAtMs: number;
}

/** What was kept on this device, and whether this installation sends push at all. */
export interface KeptPush {
  isSetUp: boolean;
  kept: PushToken | null;
  isSynced: boolean;
  ageMs: number;
}

interface Context {
  permission: Permission;
  asker: Asker;
  /** push messages are about an account: without one there is nothing to fetch a token for */
  hasUser: boolean;
  /** null: not known yet */
  isSetUp: boolean | null;
  kept: PushToken | null;
  /** the server has it, for the session of now */
  isSynced: boolean;
  /** how old the token was when it was last looked at */
  ageMs: number;
  /** failed attempts to tell the server, in a row */
  failures: number;
}

type Event =
  | { type: 'enable.pressed'; asker: Asker }
  | { type: 'retry.pressed' }
  /** also in the browser's own settings */
  | { type: 'permission.changed'; permission: Permission }
  | { type: 'session.started'; userId: number }
  | { type: 'session.left' }
  | { type: 'network.returned' }
  /** the browser has replaced or dropped what the token stands for */
  | { type: 'subscription.changed' }
  | { type: 'message.received'; kind: PushKind | null }
  /** a finger on a notification, which leads to a screen */
  | { type: 'notification.pressed'; link: string };

export type PushNews =
  | { type: 'push.permissionChanged'; permission: Permission }
  | { type: 'push.refused'; asker: Asker }
  | { type: 'push.askFailed'; asker: Asker }
  /** null: about something that this version does not know */
  | { type: 'push.received'; kind: PushKind | null }
  | { type: 'push.opened'; link: string };

/** Spec section 9: a token is fetched anew after 7 days. */
const TOKEN_LIFE_MS = 7 * 24 * 60 * 60 * 1_000;
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 60_000;
/** After so many the line has to come back, or a person to press, before it is tried again. */
const MOST_FAILURES = 5;

const isOld = ({ kept, ageMs }: Context) => kept === null || ageMs >= TOKEN_LIFE_MS;

const logFailure: (_: unknown, why: unknown) => void = missingAction('logFailure');

export const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as PushNews,
    tags: {} as Tag,
    input: {} as { permission: Permission },
  },
  actors: {
    askPermission: missing<Permission>('askPermission'),
    restoreToken: missing<KeptPush>('restoreToken'),
    fetchToken: missing<PushToken>('fetchToken'),
    syncToken: missing<void, { token: string }>('syncToken'),
    watchPermission: missingListener('watchPermission'),
    watchMessages: missingListener('watchMessages'),
    watchNetwork: missingListener('watchNetwork'),
  },
  delays: {
    personLimit: 5 * 60_000,
    // the page's quiet moment, the service worker and two of Firebase's answers
    fetchLimit: 60_000,
    callLimit: 20_000,
    backOff: ({ context }) =>
      Math.min(FIRST_WAIT_MS * 2 ** (context.failures - 1), LONGEST_WAIT_MS),
    tokenRefresh: ({ context }) => TOKEN_LIFE_MS - context.ageMs,
  },
  guards: {
    isNews: ({ context, event }) =>
      event.type === 'permission.changed' && event.permission !== context.permission,
    hasPermission: ({ context }, permission: Permission) => context.permission === permission,
    isGranted: (_, permission: Permission) => permission === 'granted',
    hasNoUser: ({ context }) => !context.hasUser,
    isUnknown: ({ context }) => context.isSetUp === null,
    isNotSetUp: ({ context }) => context.isSetUp === false,
    needsToken: ({ context }) => isOld(context),
    needsSync: ({ context }) => !context.isSynced,
    isSameToken: ({ context }, { token }: PushToken) => context.kept?.token === token,
    canRetry: ({ context }) => context.failures < MOST_FAILURES,
    isSessionEnded: (_, error: unknown) => failureOf(error).kind === 'sessionEnded',
  },
  actions: {
    storeToken: missingAction('storeToken'),
    logFailure,
    noteAsker: assign({
      asker: ({ context, event }) =>
        event.type === 'enable.pressed' ? event.asker : context.asker,
    }),
    notePermission: assign({ permission: (_, permission: Permission) => permission }),
    enter: assign({ hasUser: true, failures: 0 }),
    // the server has forgotten the token together with the session
    leave: assign({ hasUser: false, isSynced: false }),
    noteKept: assign((_, { isSetUp, kept, isSynced, ageMs }: KeptPush) => ({
      isSetUp,
      kept,
      isSynced: kept !== null && isSynced,
      ageMs,
    })),
    renewToken: assign({ kept: (_, kept: PushToken) => kept, ageMs: 0 }),
    setToken: assign({ kept: (_, kept: PushToken) => kept, ageMs: 0, isSynced: false }),
    forgetToken: assign({ kept: null, isSynced: false, ageMs: 0 }),
    outdateToken: assign({ ageMs: TOKEN_LIFE_MS }),
    markSynced: assign({ isSynced: true, failures: 0 }),
    countFailure: assign({
      failures: ({ context }) => Math.min(context.failures + 1, MOST_FAILURES),
    }),
    tellPermission: emit((_, permission: Permission) => ({
      type: 'push.permissionChanged' as const,
      permission,
    })),
    tellRefused: emit(({ context }) => ({ type: 'push.refused' as const, asker: context.asker })),
    tellAskFailed: emit(({ context }) => ({
      type: 'push.askFailed' as const,
      asker: context.asker,
    })),
  },
});

export const initialContext = ({ input }: { input: { permission: Permission } }): Context => ({
  permission: input.permission,
  asker: 'reminder',
  hasUser: false,
  isSetUp: null,
  kept: null,
  isSynced: false,
  ageMs: 0,
  failures: 0,
});
