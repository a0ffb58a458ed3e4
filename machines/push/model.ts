import { assign, setup } from 'xstate';
import type { PushKind } from '../../contract/push.ts';
import { becomesOnline, type ConnectivityEvent } from '../attention.ts';
import { failureOf } from '../failure.ts';
import { actionNotProvided, listenerNotProvided, notProvided } from '../not-provided.ts';
import { notify } from '../notify.ts';
import type { Tag } from '../tags.ts';

export type Permission = 'default' | 'granted' | 'denied' | 'unsupported';

/** Where a person was asked; each place has its own words for a no. */
export type Asker = 'reminder' | 'tasks';

/** What a web push message is encrypted with, base64url. */
interface PushKeys {
  p256dh: string;
  auth: string;
}

/** This device's address for push messages. */
export interface PushToken {
  /** FCM's; of web push the endpoint itself */
  token: string;
  /** the browser's own subscription that the token stands for */
  endpoint: string;
  /** of web push; null: FCM encrypts */
  keys: PushKeys | null;
  fetchedAtMs: number;
}

/** What was kept on this device, and whether this installation sends push at all. */
export interface StoredPush {
  isSetUp: boolean;
  kept: PushToken | null;
  isSynced: boolean;
  ageMs: number;
}

interface Input {
  permission: Permission;
  /** this device shows notifications in an app of its home screen alone, and this is none yet */
  canInstall: boolean;
}

interface Context extends Input {
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
  /** failed attempts to send the token, in a row */
  failures: number;
}

type Event =
  | { type: 'enable.pressed'; asker: Asker }
  | { type: 'retry.pressed' }
  /** also in the browser's own settings */
  | { type: 'permission.changed'; permission: Permission }
  | { type: 'session.started'; userId: number }
  | { type: 'session.left' }
  | ConnectivityEvent
  /** the browser has replaced or ended what the token stands for */
  | { type: 'subscription.changed' }
  | { type: 'message.received'; kind: PushKind | null }
  /** a finger on a notification, which leads to a screen */
  | { type: 'notification.pressed'; link: string };

export type PushEmitted =
  | { type: 'push.permissionChanged'; permission: Permission }
  | { type: 'push.refused'; asker: Asker }
  | { type: 'push.askFailed' }
  /** an attempt to enable has ended, with or without a question */
  | { type: 'push.answered'; permission: Permission; canInstall: boolean }
  /** null: about something that this version does not know */
  | { type: 'push.received'; kind: PushKind | null }
  | { type: 'push.opened'; link: string };

/** Spec section 9: a token is fetched anew after 7 days. */
const TOKEN_LIFE_MS = 7 * 24 * 60 * 60 * 1_000;
const FIRST_WAIT_MS = 1_000;
/** After so many the connection has to come back, or a person to press, before it is tried again. */
const MOST_FAILURES = 5;

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
    // the page's idle moment, the service worker, and the push service or two of Firebase's answers
    fetchTimeout: 60_000,
    backOff: ({ context }) => FIRST_WAIT_MS * 2 ** (context.failures - 1),
    tokenRefresh: ({ context }) => TOKEN_LIFE_MS - context.ageMs,
  },
  guards: {
    becomesOnline: ({ event }) => becomesOnline(event),
    isOther: ({ context }, permission: Permission) => permission !== context.permission,
    hasPermission: ({ context }, permission: Permission) => context.permission === permission,
    isGranted: (_, permission: Permission) => permission === 'granted',
    hasNoUser: ({ context }) => !context.hasUser,
    isUnknown: ({ context }) => context.isSetUp === null,
    isNotSetUp: ({ context }) => context.isSetUp === false,
    needsToken: ({ context }) => isOld(context),
    needsSync: ({ context }) => !context.isSynced,
    isSameToken: ({ context }, { token }: PushToken) => context.kept?.token === token,
    canRetry: ({ context }) => context.failures < MOST_FAILURES,
    isRefused: (_, error: unknown) => failureOf(error).kind === 'refused',
    isSessionEnded: (_, error: unknown) => failureOf(error).kind === 'sessionEnded',
  },
  actions: {
    storeToken: actionNotProvided('storeToken'),
    /** the server has forgotten the stored token together with the session */
    markStoredUnsynced: actionNotProvided('markStoredUnsynced'),
    logFailure: actionNotProvided<unknown>('logFailure'),
    setAsker: assign({ asker: (_, asker: Asker) => asker }),
    setPermission: assign({ permission: (_, permission: Permission) => permission }),
    enter: assign({ hasUser: true, failures: 0 }),
    /** whoever leaves may end the subscription, in whatever window: what is kept is looked for anew */
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
      failures: ({ context }) => Math.min(context.failures + 1, MOST_FAILURES),
    }),
    notifyPermission: notify((_, permission: Permission) => ({
      type: 'push.permissionChanged',
      permission,
    })),
    notifyAnswered: notify(({ context }) => ({
      type: 'push.answered',
      canInstall: context.canInstall,
      permission: context.permission,
    })),
    notifyReceived: notify((_, kind: PushKind | null) => ({ type: 'push.received', kind })),
    notifyOpened: notify((_, link: string) => ({ type: 'push.opened', link })),
    notifyRefused: notify(({ context }) => ({ type: 'push.refused', asker: context.asker })),
    notifyAskFailed: notify({ type: 'push.askFailed' }),
  },
});
