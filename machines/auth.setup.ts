import { assign, emit, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { RewardLog, UserInfo } from '../contract/shapes.ts';
import { type FormProblems, type LoginForm, problemsOf, type RegisterForm } from './credentials.ts';
import { missing, missingAction, missingListener } from './missing.ts';
import type { Tag } from './tags.ts';

interface Context {
  token: string | null;
  user: UserInfo | null;
  /** the local amount is that of an earlier balance */
  isEstimateOld: boolean;
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
  | { type: 'balance.changed'; balance: string }
  /** another window of this browser logged in, or out */
  | { type: 'session.changed'; session: Session | null }
  /** a call was answered with 303, 401 or 409; `token` is the one that it was made with */
  | { type: 'session.ended'; token: string };

export type AuthNews =
  | { type: 'auth.loggedIn'; user: UserInfo }
  | { type: 'auth.loggedOut' }
  | { type: 'auth.sessionEnded' }
  | { type: 'auth.failed'; failure: CallFailure }
  | ({ type: 'reward.welcomed' } & Welcome);

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
  user: UserInfo | null;
}

/** What was kept on this device. */
export interface RestoredSession {
  token: string | null;
  user: UserInfo | null;
  isWelcomeDue: boolean;
}

export const nobody = {
  token: null,
  user: null,
  isEstimateOld: false,
  isWelcomeDue: false,
  welcomeFailures: 0,
};

const FIRST_WAIT_MS = 5_000;
const LONGEST_WAIT_MS = 5 * 60_000;

export const base = setup({
  types: {
    context: {} as Context,
    events: {} as Event,
    emitted: {} as AuthNews,
    tags: {} as Tag,
  },
  actors: {
    restoreSession: missing<RestoredSession>('restoreSession'),
    logIn: missing<UserInfo, { form: LoginForm | null }>('logIn'),
    register: missing<UserInfo, { form: RegisterForm | null }>('register'),
    loadUser: missing<UserInfo>('loadUser'),
    claimWelcomeReward: missing<Welcome>('claimWelcomeReward'),
    logOut: missing<void>('logOut'),
    watchSession: missingListener('watchSession'),
  },
  delays: {
    callLimit: 20_000,
    welcomeRetry: ({ context }) =>
      Math.min(FIRST_WAIT_MS * 2 ** (context.welcomeFailures - 1), LONGEST_WAIT_MS),
  },
  guards: {
    isComplete: ({ event }) =>
      (event.type === 'login.submitted' || event.type === 'register.submitted') &&
      Object.keys(problemsOf(event.form)).length === 0,
    isCurrentSession: ({ context, event }) =>
      event.type === 'session.ended' && event.token === context.token,
    isWelcomeDue: ({ context }) => context.isWelcomeDue,
    hasLeft: ({ event }) => event.type === 'session.changed' && event.session === null,
    isOtherSession: ({ context, event }) =>
      event.type === 'session.changed' &&
      event.session !== null &&
      event.session.token !== context.token,
  },
  actions: {
    storeSession: missingAction('storeSession'),
    storeUser: missingAction('storeUser'),
    clearSession: missingAction('clearSession'),
    clearInviteCode: missingAction('clearInviteCode'),
    noteWelcomed: missingAction('noteWelcomed'),
    forget: assign(nobody),
    countWelcomeFailure: assign({
      welcomeFailures: ({ context }) => context.welcomeFailures + 1,
    }),
    noteProblems: assign({
      failure: null,
      problems: ({ event }) =>
        event.type === 'login.submitted' || event.type === 'register.submitted'
          ? problemsOf(event.form)
          : {},
    }),
    dropProblems: assign({ problems: {}, failure: null }),
    noteFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    tellFailure: emit((_, failure: CallFailure) => ({ type: 'auth.failed', failure }) as const),
    tellLoggedIn: emit((_, user: UserInfo) => ({ type: 'auth.loggedIn', user }) as const),
    tellLoggedOut: emit({ type: 'auth.loggedOut' }),
    enter: assign((_, user: UserInfo) => ({
      token: user.token,
      user,
      isWelcomeDue: true,
      problems: {},
      failure: null,
    })),
    /** the window that logged in claims what is due */
    follow: assign(({ event }) =>
      event.type === 'session.changed' ? { ...nobody, ...event.session } : {},
    ),
    refresh: assign((_, user: UserInfo) => ({ user, isEstimateOld: false })),
    changeBalance: assign(({ context: { user, isEstimateOld } }, balance: string) => ({
      user: user && { ...user, balance },
      isEstimateOld: isEstimateOld || (user !== null && user.balance !== balance),
    })),
  },
});
