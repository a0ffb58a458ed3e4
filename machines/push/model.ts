import { assign, setup } from 'xstate';
import type { PushKind } from '../../contract/push.ts';
import { becomesOnline, type ConnectivityEvent } from '../attention.ts';
import { failureOf } from '../failure.ts';
import { actionNotProvided, listenerNotProvided, notProvided } from '../not-provided.ts';
import { notify } from '../notify.ts';
import type { Tag } from '../tags.ts';

export type Permission = 'default' | 'granted' | 'denied' | 'unsupported';

/** The place where a user was asked: the app reports a refusal differently for each place. */
export type Asker = 'reminder' | 'tasks';

/** Encryption keys of web push messages, base64url. */
interface PushKeys {
  p256dh: string;
  auth: string;
}

/** This device's address for push messages. */
export interface PushToken {
  /** FCM's token; for web push the endpoint itself */
  token: string;
  /** the browser's subscription behind the token */
  endpoint: string;
  /** for web push; null: FCM encrypts */
  keys: PushKeys | null;
  fetchedAtMs: number;
}

/** The token stored on this device, and whether this installation sends push messages. */
export interface StoredPush {
  isSetUp: boolean;
  kept: PushToken | null;
  isSynced: boolean;
  ageMs: number;
}

interface Input {
  permission: Permission;
  /** this device shows notifications only for installed apps, and this page is not installed */
  needsInstall: boolean;
}

interface Context extends Input {
  asker: Asker;
  /** push messages are about an account: without one no token is fetched */
  hasUser: boolean;
  /** null: not known yet */
  isSetUp: boolean | null;
  kept: PushToken | null;
  /** the server has the token, for the present session */
  isSynced: boolean;
  /** age of the token when it was last read */
  ageMs: number;
  /** failed attempts to send the token, in a row */
  failures: number;
}

type Event =
  | { type: 'enable.pressed'; asker: Asker }
  | { type: 'retry.pressed' }
  /** changed in the app, or in the browser's settings */
  | { type: 'permission.changed'; permission: Permission }
  | { type: 'session.started'; userId: number }
  | { type: 'session.left' }
  | ConnectivityEvent
  /** the browser has replaced or ended the subscription behind the token */
  | { type: 'subscription.changed' }
  | { type: 'message.received'; kind: PushKind | null }
  /** a tap on a notification, which leads to a screen */
  | { type: 'notification.pressed'; link: string };

export type PushEmitted =
  | { type: 'push.permissionChanged'; permission: Permission }
  | { type: 'push.refused'; asker: Asker }
  | { type: 'push.askFailed' }
  /** an attempt to enable has ended, with or without asking the user */
  | { type: 'push.answered'; permission: Permission; needsInstall: boolean }
  /** null: of a kind that this version does not know */
  | { type: 'push.received'; kind: PushKind | null }
  | { type: 'push.opened'; link: string };

/** Spec section 9: a token is fetched again after 7 days. */
const TOKEN_LIFE_MS = 7 * 24 * 60 * 60 * 1_000;
const FIRST_WAIT_MS = 1_000;
/** After this many failures, a retry waits until the device is online again, or for a press. */
const MAX_FAILURES = 5;

const isOld = ({ kept, ageMs }: Context) => kept === null || ageMs >= TOKEN_LIFE_MS;

export const initialContext = ({ input }: { input: Input }): Context => ({
  ...input,
  asker: 'reminder',
  hasUser: false,
  isSetUp: null,
  kept: null,
  isSynced: false,
  ageMs: 0,
  failures: 0,
});

export const model = setup({
  types: {} as { context: Context; events: Event; tags: Tag; input: Input },
  actors: {
    askPermission: notProvided<Permission>('askPermission'),
    restoreToken: notProvided<StoredPush>('restoreToken'),
    fetchToken: notProvided<PushToken>('fetchToken'),
    syncToken: notProvided<void, { kept: PushToken | null }>('syncToken'),
    watchPermission: listenerNotProvided('watchPermission'),
    watchMessages: listenerNotProvided('watchMessages'),
  },
  delays: {
    answerTimeout: 3_000,
    personTimeout: 5 * 60_000,
    // time for an idle page, the start of the service worker, and the push service or two answers of Firebase
    fetchTimeout: 60_000,
    backOff: ({ context }) => FIRST_WAIT_MS * 2 ** (context.failures - 1),
    tokenRefresh: ({ context }) => TOKEN_LIFE_MS - context.ageMs,
  },
  guards: {
    becomesOnline: ({ event }) => becomesOnline(event),
    isPermissionChanged: ({ context }, permission: Permission) => permission !== context.permission,
    hasPermission: ({ context }, permission: Permission) => context.permission === permission,
    isGranted: (_, permission: Permission) => permission === 'granted',
    hasNoUser: ({ context }) => !context.hasUser,
    isUnknown: ({ context }) => context.isSetUp === null,
    isNotSetUp: ({ context }) => context.isSetUp === false,
    needsToken: ({ context }) => isOld(context),
    needsSync: ({ context }) => !context.isSynced,
    isSameToken: ({ context }, { token }: PushToken) => context.kept?.token === token,
    canRetry: ({ context }) => context.failures < MAX_FAILURES,
    isRefused: (_, error: unknown) => failureOf(error).kind === 'refused',
    isSessionEnded: (_, error: unknown) => failureOf(error).kind === 'sessionEnded',
  },
  actions: {
    storeToken: actionNotProvided('storeToken'),
    /** the server has deleted the stored token together with the session */
    markStoredUnsynced: actionNotProvided('markStoredUnsynced'),
    logFailure: actionNotProvided<unknown>('logFailure'),
    setAsker: assign({ asker: (_, asker: Asker) => asker }),
    setPermission: assign({ permission: (_, permission: Permission) => permission }),
    enter: assign({ hasUser: true, failures: 0 }),
    /** a log-out in any window may end the subscription: the stored token is read again */
    leave: assign({ hasUser: false, isSynced: false, isSetUp: null }),
    setKept: assign((_, { isSetUp, kept, isSynced, ageMs }: StoredPush) => ({
      isSetUp,
      kept,
      isSynced: kept !== null && isSynced,
      ageMs,
    })),
    renewToken: assign({ kept: (_, kept: PushToken) => kept, ageMs: 0 }),
    setToken: assign({ kept: (_, kept: PushToken) => kept, ageMs: 0, isSynced: false }),
    forgetToken: assign({ kept: null, isSynced: false }),
    outdateToken: assign({ ageMs: TOKEN_LIFE_MS }),
    markSynced: assign({ isSynced: true, failures: 0 }),
    countFailure: assign({
      failures: ({ context }) => Math.min(context.failures + 1, MAX_FAILURES),
    }),
    notifyPermission: notify((_, permission: Permission) => ({
      type: 'push.permissionChanged',
      permission,
    })),
    notifyAnswered: notify(({ context }) => ({
      type: 'push.answered',
      needsInstall: context.needsInstall,
      permission: context.permission,
    })),
    notifyReceived: notify((_, kind: PushKind | null) => ({ type: 'push.received', kind })),
    notifyOpened: notify((_, link: string) => ({ type: 'push.opened', link })),
    notifyRefused: notify(({ context }) => ({ type: 'push.refused', asker: context.asker })),
    notifyAskFailed: notify({ type: 'push.askFailed' }),
  },
});
