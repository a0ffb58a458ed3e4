import { assign, emit, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import type { RewardLog, UserInfo } from '../contract/shapes.ts';
import { type FormProblems, type LoginForm, problemsOf, type RegisterForm } from './credentials.ts';
import { missing, missingAction } from './missing.ts';
import type { Tag } from './tags.ts';

interface Context {
  token: string | null;
  user: UserInfo | null;
  /** the local amount is that of an earlier balance */
  isEstimateOld: boolean;
  /** the registration reward was not asked for yet */
  isWelcomeDue: boolean;
  problems: FormProblems;
  failure: CallFailure | null;
}

type Event =
  | { type: 'login.submitted'; form: LoginForm }
  | { type: 'register.submitted'; form: RegisterForm }
  | { type: 'form.switched' }
  | { type: 'logout.pressed' }
  | { type: 'user.outdated' }
  | { type: 'balance.changed'; balance: string }
  /** a call was answered with 303, 401 or 409; `token` is the one that it was made with */
  | { type: 'session.ended'; token: string };

export type AuthNews =
  | { type: 'auth.loggedIn'; user: UserInfo }
  | { type: 'auth.loggedOut' }
  | { type: 'auth.sessionEnded' }
  | { type: 'auth.failed'; failure: CallFailure }
  | { type: 'reward.welcomed'; rewards: RewardLog[]; balance: string };

/** What was kept on this device; the user may be out of date. */
export interface RestoredSession {
  token: string | null;
  user: UserInfo | null;
  isWelcomeDue: boolean;
}

export const nobody = { token: null, user: null, isEstimateOld: false, isWelcomeDue: false };

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
    claimWelcomeReward: missing<{ rewards: RewardLog[]; balance: string }>('claimWelcomeReward'),
    logOut: missing<void>('logOut'),
  },
  delays: { callLimit: 20_000, welcomeRetry: 5_000 },
  guards: {
    isComplete: ({ event }) =>
      (event.type === 'login.submitted' || event.type === 'register.submitted') &&
      Object.keys(problemsOf(event.form)).length === 0,
    isCurrentSession: ({ context, event }) =>
      event.type === 'session.ended' && event.token === context.token,
    isWelcomeDue: ({ context }) => context.isWelcomeDue,
  },
  actions: {
    storeSession: missingAction('storeSession'),
    clearSession: missingAction('clearSession'),
    clearInviteCode: missingAction('clearInviteCode'),
    noteWelcomed: missingAction('noteWelcomed'),
    forget: assign(nobody),
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
    refresh: assign((_, user: UserInfo) => ({ user, isEstimateOld: false })),
    changeBalance: assign(({ context: { user, isEstimateOld } }, balance: string) => ({
      user: user && { ...user, balance },
      isEstimateOld: isEstimateOld || (user !== null && user.balance !== balance),
    })),
  },
});
