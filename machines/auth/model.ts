import {
  assign,
  type DoneActorEvent,
  type ErrorActorEvent,
  enqueueActions,
  raise,
  setup,
  stopChild,
} from 'xstate';
import type { CallFailure } from '../../contract/failure.ts';
import type { RewardLog, UserInfo } from '../../contract/shapes.ts';
import { actionNotProvided, listenerNotProvided, notProvided } from '../not-provided.ts';
import { notify } from '../notify.ts';
import type { RegistrationEnd, registrationMachine } from '../registration.machine.ts';
import { spawnFetched } from '../spawn-fetched.ts';
import type { Tag } from '../tags.ts';
import {
  type FormProblems,
  type LoginForm,
  problemsOfForm,
  type RegisterForm,
} from './credentials.ts';

/** This device's copy of the user's data; a change of the balance makes `local_amount` null until the next refresh. */
type KnownUser = Omit<UserInfo, 'local_amount'> & { local_amount: string | null };

interface Context {
  token: string | null;
  user: KnownUser | null;
  /** after a failed refresh: the time when the server last sent `user`; null: current data, or an unknown time */
  knownAtMs: number | null;
  /** the last refresh failed because the device is offline */
  isOffline: boolean;
  /** this device still has to claim the welcome reward */
  isWelcomeDue: boolean;
  /** number of failed claims of the welcome reward */
  welcomeFailures: number;
  problems: FormProblems;
  failure: CallFailure | null;
}

type Event =
  | { type: 'login.submitted'; form: LoginForm }
  | { type: 'register.submitted'; form: RegisterForm }
  | { type: 'turn.pressed' }
  | { type: 'logout.pressed' }
  | { type: 'user.outdated' }
  /** `isShown`: the screen shows the local estimate too, so the server has to calculate a new one */
  | { type: 'balance.changed'; balance: string; isShown: boolean }
  /** another window of this browser has logged in, logged out, or stored newer data of the user */
  | { type: 'session.changed'; session: Session | null }
  /** the server answered a call with 303, 401 or 409; `token` is the call's token */
  | { type: 'session.ended'; token: string }
  | DoneActorEvent<RegistrationEnd, 'register'>
  | ErrorActorEvent<unknown, 'register'>;

/** A registration's machine and its input; the context of `auth` never stores the form, as it has a password. */
export interface FetchedRegistration {
  machine: typeof registrationMachine;
  form: RegisterForm;
}

export type AuthEmitted =
  | ({ type: 'auth.identified' } & Identity)
  /** another window of this browser has stored a new balance */
  | { type: 'auth.paidElsewhere' }
  | { type: 'auth.loggedIn' }
  | { type: 'auth.loggedOut' }
  | { type: 'auth.sessionEnded' }
  | ({ type: 'reward.welcomed' } & Welcome);

/** The user's id and country: the root gives them to its children. */
export interface Person {
  id: number;
  country: string | null;
}

/** The user of the app; `user` is null for a visitor, or before its data is loaded. Sent again after each refresh. */
export interface Identity {
  isVisitor: boolean;
  user: Person | null;
}

/** The rewards of a new account. */
export interface Welcome {
  rewards: RewardLog[];
  balance: string;
  /** the refusal of the sample clip's reward; null: none */
  refusal: CallFailure | null;
}

/** The session of this device; the user's data may be outdated or not loaded yet. */
export interface Session {
  token: string;
  user: KnownUser | null;
}

/** The session stored on this device. */
export interface RestoredSession {
  token: string | null;
  user: KnownUser | null;
  isWelcomeDue: boolean;
}

/** Reads another window's session from the event, as a parameter of actions and guards. */
export const session = ({ event }: { event: { session: Session | null } }) => event.session;

const nobody = {
  token: null,
  user: null,
  knownAtMs: null,
  isOffline: false,
  isWelcomeDue: false,
  welcomeFailures: 0,
};

export const initialContext: Context = { ...nobody, problems: {}, failure: null };

const FIRST_RETRY_MS = 5_000;
const MAX_RETRY_MS = 5 * 60_000;

const differsInBalance = (user: KnownUser | null, balance: string) =>
  user !== null && user.balance !== balance;

export const model = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    restoreSession: notProvided<RestoredSession>('restoreSession'),
    logIn: notProvided<UserInfo, { form: LoginForm }>('logIn'),
    loadRegistration: notProvided<FetchedRegistration, { form: RegisterForm }>('loadRegistration'),
    loadUser: notProvided<UserInfo>('loadUser'),
    /** reads from the storage when the server last sent the user's data */
    readKnownAt: notProvided<number | null>('readKnownAt'),
    claimWelcomeReward: notProvided<Welcome>('claimWelcomeReward'),
    logOut: notProvided<void>('logOut'),
    watchSession: listenerNotProvided('watchSession'),
  },
  delays: {
    welcomeRetry: ({ context }) =>
      Math.min(FIRST_RETRY_MS * 2 ** (context.welcomeFailures - 1), MAX_RETRY_MS),
  },
  guards: {
    isComplete: (_, form: LoginForm | RegisterForm) =>
      Object.keys(problemsOfForm(form)).length === 0,
    /** a device without a session and a failed registration have no token */
    hasToken: (_, { token }: Pick<RestoredSession, 'token'>) => !!token,
    isCurrentSession: ({ context }, token: string) => token === context.token,
    isWelcomeDue: ({ context }) => context.isWelcomeDue,
    isNewBalance: ({ context: { user } }, balance: string) => differsInBalance(user, balance),
    isNewBalanceShown: (
      { context: { user } },
      { balance, isShown }: { balance: string; isShown: boolean },
    ) => isShown && differsInBalance(user, balance),
    hasLoggedOut: (_, session: Session | null) => session === null,
    isOtherSession: ({ context }, session: Session | null) =>
      session !== null && session.token !== context.token,
    isOtherBalance: ({ context: { token, user } }, session: Session | null) =>
      user !== null &&
      session?.token === token &&
      session.user?.id === user.id &&
      session.user.balance !== user.balance,
  },
  actions: {
    storeSession: actionNotProvided('storeSession'),
    storeUser: actionNotProvided('storeUser'),
    clearSession: actionNotProvided('clearSession'),
    /** ends the browser's push subscription, unless the browser has stored another session meanwhile */
    endSubscription: actionNotProvided('endSubscription'),
    clearInviteCode: actionNotProvided('clearInviteCode'),
    setWelcomed: actionNotProvided('setWelcomed'),
    startRegistration: enqueueActions(({ enqueue }, { machine, form }: FetchedRegistration) =>
      enqueue(spawnFetched(machine, { id: 'register', input: { form } })),
    ),
    stopRegistration: stopChild('register'),
    restore: assign((_, restored: RestoredSession) => restored),
    forget: assign(nobody),
    countWelcomeFailure: assign({ welcomeFailures: ({ context }) => context.welcomeFailures + 1 }),
    clearWelcome: assign({ isWelcomeDue: false, welcomeFailures: 0 }),
    setProblems: assign({
      failure: null,
      problems: (_, form: LoginForm | RegisterForm) => problemsOfForm(form),
    }),
    clearProblems: assign({ problems: {}, failure: null }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    notifyIdentity: notify(({ context: { token, user } }) => ({
      type: 'auth.identified',
      isVisitor: token === null,
      user: token === null || user === null ? null : { id: user.id, country: user.country },
    })),
    outdateUser: raise({ type: 'user.outdated' }),
    notifyPaidElsewhere: notify({ type: 'auth.paidElsewhere' }),
    notifyLoggedIn: notify({ type: 'auth.loggedIn' }),
    notifyLoggedOut: notify({ type: 'auth.loggedOut' }),
    notifySessionEnded: notify({ type: 'auth.sessionEnded' }),
    notifyWelcomed: notify((_, welcome: Welcome) => ({ type: 'reward.welcomed', ...welcome })),
    enter: assign((_, user: UserInfo) => ({
      token: user.token,
      user,
      isWelcomeDue: true,
      problems: {},
      failure: null,
    })),
    /** takes over another window's session; that window claims the welcome reward */
    adopt: assign((_, session: Session | null) => ({ ...nobody, ...session })),
    refresh: assign((_, user: UserInfo) => ({ user, knownAtMs: null, isOffline: false })),
    followBalance: assign(({ context: { user } }, session: Session | null) => ({
      user: session?.user ?? user,
    })),
    setOffline: assign({ isOffline: (_, { kind }: CallFailure) => kind === 'offline' }),
    setKnownAt: assign({ knownAtMs: (_, knownAtMs: number | null) => knownAtMs }),
    changeBalance: assign(({ context: { user } }, balance: string) => ({
      user: user && { ...user, balance, local_amount: null },
      knownAtMs: null,
    })),
  },
});
