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

/** As far as this device knows; its estimate is null once the balance is another one than it was made for. */
type KnownUser = Omit<UserInfo, 'local_amount'> & { local_amount: string | null };

interface Context {
  token: string | null;
  user: KnownUser | null;
  /** since when what is known could not be asked for again; null: it is as the server says now */
  knownAtMs: number | null;
  /** it could not because no connection could be made */
  isOffline: boolean;
  /** the registration reward was not asked for yet */
  isWelcomeDue: boolean;
  /** how often it was asked for in vain */
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
  /** `isShown`: its estimate in the local currency, too, which the server alone knows */
  | { type: 'balance.changed'; balance: string; isShown: boolean }
  /** another window of this browser logged in or out, or knows more of the user */
  | { type: 'session.changed'; session: Session | null }
  /** a call was answered with 303, 401 or 409; `token` is the one that it was made with */
  | { type: 'session.ended'; token: string }
  | DoneActorEvent<RegistrationEnd, 'register'>
  | ErrorActorEvent<unknown, 'register'>;

/** The machine of a registration, fetched for a form, which has a password: it is kept nowhere here. */
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

/** A user, as far as it decides what runs. */
export interface Person {
  id: number;
  country: string | null;
}

/** Who is there as far as is known: a member may not be known yet. Told again at every look. */
export interface Identity {
  isVisitor: boolean;
  user: Person | null;
}

/** What a new account was given. */
export interface Welcome {
  rewards: RewardLog[];
  balance: string;
  /** why the sample clip was not paid for, where it was watched */
  refusal: CallFailure | null;
}

/** Who is logged in on this device; the user may be out of date, or not known yet. */
export interface Session {
  token: string;
  user: KnownUser | null;
}

/** What was kept on this device. */
export interface RestoredSession {
  token: string | null;
  user: KnownUser | null;
  isWelcomeDue: boolean;
}

/** The parameters of what another window's session decides. */
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
    /** of what is kept on this device */
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
    /** what ended with a failure has none */
    hasToken: (_, { token }: Pick<RestoredSession, 'token'>) => !!token,
    isCurrentSession: ({ context }, token: string) => token === context.token,
    isWelcomeDue: ({ context }) => context.isWelcomeDue,
    isNewBalance: ({ context: { user } }, balance: string) => isNew(user, balance),
    isNewBalanceShown: (
      { context: { user } },
      { balance, isShown }: { balance: string; isShown: boolean },
    ) => isShown && isNew(user, balance),
    hasLeft: (_, session: Session | null) => session === null,
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
    /** of push messages, if the session is still the one of this browser */
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
    outdate: raise({ type: 'user.outdated' }),
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
    /** the window that logged in claims what is due */
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
