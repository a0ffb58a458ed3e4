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

/** The user's data as known on this device; `local_amount` is null once the balance has changed since its estimate. */
type KnownUser = Omit<UserInfo, 'local_amount'> & { local_amount: string | null };

interface Context {
  token: string | null;
  user: KnownUser | null;
  /** time of the server's last report of the user, if a later refresh failed; null: the data is current */
  knownAtMs: number | null;
  /** the refresh failed for lack of a connection */
  isOffline: boolean;
  /** the registration reward is not claimed yet */
  isWelcomeDue: boolean;
  /** number of failed attempts to claim it */
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
  /** `isShown`: the screen also shows the local estimate, which only the server can make */
  | { type: 'balance.changed'; balance: string; isShown: boolean }
  /** another window of this browser logged in or out, or has newer data of the user */
  | { type: 'session.changed'; session: Session | null }
  /** a call was answered with 303, 401 or 409; `token` is the one that it was made with */
  | { type: 'session.ended'; token: string }
  | DoneActorEvent<RegistrationEnd, 'register'>
  | ErrorActorEvent<unknown, 'register'>;

/** The machine of a registration, with its form: this machine does not store the password in it. */
export interface FetchedRegistration {
  machine: typeof registrationMachine;
  form: RegisterForm;
}

export type AuthEmitted =
  | ({ type: 'auth.identified' } & Identity)
  /** another window of this browser was paid */
  | { type: 'auth.paidElsewhere' }
  | { type: 'auth.loggedIn' }
  | { type: 'auth.loggedOut' }
  | { type: 'auth.sessionEnded' }
  | ({ type: 'reward.welcomed' } & Welcome);

/** The part of a user that decides which children run. */
export interface Person {
  id: number;
  country: string | null;
}

/** The user as far as known: a member's data may be missing. Sent again after each refresh. */
export interface Identity {
  isVisitor: boolean;
  user: Person | null;
}

/** The rewards of a new account. */
export interface Welcome {
  rewards: RewardLog[];
  balance: string;
  /** the reason why a watched sample clip was not paid */
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

/** Parameters of actions and guards for another window's session. */
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

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;

const isNew = (user: Context['user'], balance: string) => user !== null && user.balance !== balance;

export const model = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    restoreSession: notProvided<RestoredSession>('restoreSession'),
    logIn: notProvided<UserInfo, { form: LoginForm }>('logIn'),
    loadRegistration: notProvided<FetchedRegistration, { form: RegisterForm }>('loadRegistration'),
    loadUser: notProvided<UserInfo>('loadUser'),
    /** reads the time from this device's storage */
    readKnownAt: notProvided<number | null>('readKnownAt'),
    claimWelcomeReward: notProvided<Welcome>('claimWelcomeReward'),
    logOut: notProvided<void>('logOut'),
    watchSession: listenerNotProvided('watchSession'),
  },
  delays: {
    welcomeRetry: ({ context }) =>
      Math.min(FIRST_WAIT_MS * 2 ** (context.welcomeFailures - 1), LONGEST_WAIT_MS),
  },
  guards: {
    isComplete: (_, form: LoginForm | RegisterForm) =>
      Object.keys(problemsOfForm(form)).length === 0,
    /** a failed registration has no token */
    hasToken: (_, { token }: Pick<RestoredSession, 'token'>) => !!token,
    isCurrentSession: ({ context }, token: string) => token === context.token,
    isWelcomeDue: ({ context }) => context.isWelcomeDue,
    isNewBalance: ({ context: { user } }, balance: string) => isNew(user, balance),
    isNewBalanceShown: (
      { context: { user } },
      { balance, isShown }: { balance: string; isShown: boolean },
    ) => isShown && isNew(user, balance),
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
    /** the push subscription, if this session is still the browser's */
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
    /** the window that logged in claims the welcome reward */
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
