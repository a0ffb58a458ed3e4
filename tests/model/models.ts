import { createMachine } from 'xstate';
import { authMachine } from '../../machines/auth.machine.ts';
import { dailyShareMachine } from '../../machines/daily-share.machine.ts';
import { feedMachine } from '../../machines/feed.machine.ts';
import { installMachine } from '../../machines/install.machine.ts';
import { landingMachine } from '../../machines/landing.machine.ts';
import { createListMachine } from '../../machines/list.machine.ts';
import { localeMachine } from '../../machines/locale.machine.ts';
import { outboxMachine } from '../../machines/outbox.machine.ts';
import { shareMachine } from '../../machines/share.machine.ts';
import { taskMachine } from '../../machines/task.machine.ts';
import { themeMachine } from '../../machines/theme.machine.ts';
import { tickerMachine } from '../../machines/ticker.machine.ts';
import { videoMachine } from '../../machines/video.machine.ts';
import { withdrawInfoMachine } from '../../machines/withdraw-info.machine.ts';
import { withdrawalMachine } from '../../machines/withdrawal.machine.ts';
import {
  answer,
  claim,
  ended,
  facts,
  info,
  methods,
  offline,
  refused,
  user,
  video,
  withdrawal,
} from './samples.ts';
import type { Model } from './walks.ts';

const login = { username: 'ada', password: 'correct horse', keep: true };
const register = {
  ...login,
  email: 'ada@example.org',
  confirmation: 'correct horse',
  inviteCode: '',
};

const auth: Model = {
  machine: authMachine,
  events: [
    { type: 'login.submitted', form: login },
    { type: 'login.submitted', form: { ...login, password: '' } },
    { type: 'register.submitted', form: register },
    { type: 'register.submitted', form: { ...register, email: ' ', confirmation: 'x' } },
    { type: 'form.switched' },
    { type: 'logout.pressed' },
    { type: 'user.outdated' },
    { type: 'balance.changed', balance: '3.0000' },
    { type: 'session.ended', token: user.token },
    { type: 'session.ended', token: 'an older one' },
  ],
  outcomes: {
    restoreSession: {
      done: [
        { token: user.token, user, isWelcomeDue: true },
        { token: user.token, user: null, isWelcomeDue: false },
        { token: null, user: null, isWelcomeDue: false },
      ],
      error: [new Error('storage is blocked')],
    },
    logIn: { done: [user], error: [refused('invalid_credentials')] },
    register: { done: [user], error: [refused('username_taken')] },
    claimWelcomeReward: { done: [{ rewards: [], balance: '2.0000' }], error: [offline] },
    loadUser: { done: [user], error: [offline] },
    logOut: { done: [undefined], error: [offline] },
  },
  facts: ({ context }) => context,
};

const outbox: Model = {
  machine: outboxMachine,
  events: [
    { type: 'claim.added', claim: claim('a', 7) },
    { type: 'claim.added', claim: claim('b', 8) },
    { type: 'session.started', userId: 7 },
    { type: 'session.left' },
    { type: 'network.returned' },
  ],
  outcomes: {
    loadClaims: { done: [[], [claim('c', 7)]], error: [new Error('storage is blocked')] },
    sendClaim: {
      done: [answer],
      error: [offline, ended, refused('too_early', 700), refused('already_rewarded')],
    },
  },
  facts: ({ context }) => [context.userId, context.claims.map(({ id }: { id: string }) => id)],
  isWithin: ({ context }) => context.claims.length < 3,
};

const list: Model = {
  machine: createListMachine<number>(),
  events: [{ type: 'end.reached' }, { type: 'retry.pressed' }, { type: 'list.outdated' }],
  outcomes: {
    loadPage: {
      done: [
        { list: [1, 2], page: 1, total: 3 },
        { list: [3], page: 2, total: 3 },
      ],
      error: [offline],
    },
  },
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.items.length < 5,
};

const theme = (stored: 'light' | 'dark' | null, system: 'light' | 'dark'): Model => ({
  machine: themeMachine,
  input: { stored, system },
  events: [
    { type: 'dark.toggled' },
    { type: 'system.schemeChanged', scheme: 'dark' },
    { type: 'system.schemeChanged', scheme: 'light' },
  ],
  outcomes: {},
  facts: ({ context }) => context,
});

const locale: Model = {
  machine: localeMachine,
  input: { supported: ['en', 'de', 'pt'] },
  events: ['en', 'de', 'pt'].map((tag) => ({ type: 'language.chosen', locale: tag })),
  outcomes: {
    readPreference: {
      done: [
        { saved: null, preferred: ['de-AT'] },
        { saved: 'pt', preferred: [] },
      ],
      error: [new Error('no cookies')],
    },
    loadTexts: { done: [undefined], error: [new Error('no line')] },
  },
  facts: ({ context }) => context,
};

const withdrawInfo: Model = {
  machine: withdrawInfoMachine,
  input: { country: 'US' },
  events: [
    { type: 'edit.pressed' },
    { type: 'cancel.pressed' },
    { type: 'save.pressed' },
    { type: 'retry.pressed' },
    { type: 'field.changed', field: 'method', value: 'paypal' },
    { type: 'field.changed', field: 'recipient_name', value: 'Ada' },
    { type: 'field.changed', field: 'account', value: 'ada@example.org' },
  ],
  outcomes: {
    loadWithdrawInfo: {
      done: [
        { info: null, methods },
        { info, methods },
      ],
      error: [offline],
    },
    saveWithdrawInfo: { done: [info], error: [refused('invalid_account')] },
  },
  facts: ({ context }) => context,
};

const withdrawing: Model = {
  machine: withdrawalMachine,
  input: { nonce: 'n' },
  events: [
    { type: 'amount.changed', text: '7,5' },
    { type: 'amount.changed', text: '0.5' },
    { type: 'all.pressed' },
    { type: 'withdraw.pressed' },
    { type: 'confirm.pressed' },
    { type: 'cancel.pressed' },
    { type: 'done.pressed' },
    { type: 'retry.pressed' },
    { type: 'facts.outdated' },
  ],
  outcomes: {
    loadWithdrawal: {
      done: [
        facts(),
        { ...facts(), hasInfo: false },
        facts({ requirements: [{ kind: 'invites', required: 1, current: 0 }] }),
        facts({ notification_required: true }),
        facts({ pending: withdrawal('pending') }),
      ],
      error: [offline],
    },
    submitWithdrawal: {
      done: [{ withdrawal: withdrawal('pending'), balance: '13.0000' }],
      error: [refused('pending_exists'), offline],
    },
    checkWithdrawal: {
      done: [withdrawal('pending'), withdrawal('paid'), withdrawal('rejected')],
      error: [offline],
    },
  },
  facts: ({ context }) => [context.amount, context.problem, context.facts?.hasInfo],
  isWithin: ({ context }) => context.attempt < 2,
};

const clip = (id: number, isOpen = true) => ({ video: video(id), isOpen });
const clips = {
  isMember: true,
  remainingToday: 5,
  dailyLimit: 20,
  isComplete: true,
};

const feed: Model = {
  machine: feedMachine,
  input: { firstClip: null, isSoundOn: false, nonce: 'n' },
  events: [
    { type: 'swipe.began', index: 1 },
    { type: 'swipe.returned', index: 1 },
    { type: 'swipe.settled', index: 0 },
    { type: 'swipe.settled', index: 1 },
    { type: 'swipe.settled', index: 2 },
    { type: 'presence.changed', isPresent: false },
    { type: 'presence.changed', isPresent: true },
    { type: 'next.pressed' },
    { type: 'previous.pressed' },
    { type: 'sound.pressed', isOn: true },
    { type: 'retry.pressed' },
    { type: 'limit.dismissed' },
    { type: 'clip.ready', index: 0 },
    { type: 'clip.soundRefused' },
    { type: 'clip.rewarded', index: 0, answer },
    { type: 'clip.rewarded', index: 1, answer: { ...answer, remaining_today: 0 } },
    { type: 'clip.limitReached' },
    { type: 'share.counted' },
  ],
  outcomes: {
    loadClips: {
      done: [
        { ...clips, clips: [clip(1)] },
        { ...clips, clips: [1, 2, 3, 4, 5].map((id) => clip(id)), isComplete: false },
        { ...clips, clips: [] },
      ],
      error: [offline],
    },
    addExtraViews: {
      done: [{ extra_views: 5, remaining_today: 5 }],
      error: [refused('no_extra_left'), offline],
    },
  },
  facts: ({ context }) => [
    context.index,
    context.live,
    context.clips.length,
    context.isComplete,
    context.clips.some(({ isOpen }: { isOpen: boolean }) => isOpen),
  ],
  isWithin: ({ value }) =>
    [value.presence === 'present', value.limit === 'open', value.list === 'watching'].filter(
      (isQuiet) => !isQuiet,
    ).length <= 1,
};

const watching = (standing: string, isSoundOn: boolean): Model => ({
  machine: videoMachine,
  input: {
    index: 0,
    video: video(1),
    standing,
    isSoundOn,
    isSoundPromptDue: true,
    nonce: 'n',
  },
  events: [
    ...['approached', 'retreated', 'entered', 'left', 'covered', 'uncovered'].map((what) => ({
      type: `stage.${what}`,
    })),
    ...['ready', 'playing', 'stalled', 'paused', 'ended', 'failed', 'playRefused'].map((what) => ({
      type: `media.${what}`,
    })),
    { type: 'media.progressed', playedMs: 5_000 },
    ...['open', 'visitor', 'alreadyRewarded', 'limitReached'].map((known) => ({
      type: 'standing.known',
      standing: known,
    })),
    { type: 'sound.changed', isOn: true },
    { type: 'sound.changed', isOn: false },
    { type: 'play.pressed' },
    { type: 'pause.pressed' },
    { type: 'retry.pressed' },
  ],
  outcomes: {
    claimReward: {
      done: [answer],
      error: [
        offline,
        ended,
        refused('already_rewarded'),
        refused('daily_limit_reached'),
        refused('unknown_video'),
      ],
    },
  },
  // the three regions do not depend on each other beyond these
  facts: ({ context }) => [context.isReady, context.isSoundOn, context.watchedMs >= 5_000],
  isWithin: ({ value }) => isSimple(value),
});

/** One region at a time leaves its quiet place: their product would only repeat what each does. */
function isSimple(value: Record<string, unknown>): boolean {
  const quiet = [
    value.playback === 'standby' || JSON.stringify(value.playback) === '{"live":"starting"}',
    value.sound !== 'prompt',
    ['unknown', 'counting'].includes(String(value.reward)),
  ];
  return quiet.filter((isQuiet) => !isQuiet).length <= 1;
}

const share: Model = {
  machine: shareMachine,
  events: [
    ...['share.pressed', 'copy.pressed', 'send.pressed', 'dialog.closed'].map((type) => ({ type })),
    { type: 'page.hidden', atMs: 10_000 },
    { type: 'page.shown', atMs: 11_999 },
    { type: 'page.shown', atMs: 12_000 },
  ],
  outcomes: {
    copyLink: { done: [undefined], error: [new Error('not allowed')] },
    sendLink: { done: ['sent', 'dismissed'], error: [new Error('not allowed')] },
  },
  facts: ({ context }) => context,
};

const dailyShare = (lastDay: string | null): Model => ({
  machine: dailyShareMachine,
  input: { lastDay },
  events: [
    { type: 'share.made', day: '2026-01-02' },
    { type: 'share.made', day: '2026-01-03' },
  ],
  outcomes: {
    claimShareReward: {
      done: [{ reward: '0.0500', balance: '1.0000' }],
      error: [refused('already_claimed'), offline],
    },
    incrementShare: { done: [undefined], error: [offline] },
  },
  facts: ({ context }) => context,
});

const install = (isInstalled: boolean): Model => ({
  machine: installMachine,
  input: { isInstalled, isManual: false },
  events: ['prompt.offered', 'app.installed', 'install.pressed'].map((type) => ({ type })),
  outcomes: { showPrompt: { done: ['accepted', 'dismissed'], error: [new Error('no offer')] } },
});

const task = (isCompleted: boolean): Model => ({
  machine: taskMachine,
  input: { task: 'notification', isCompleted, nonce: 'n' },
  events: [
    { type: 'readiness.changed', isReady: true },
    { type: 'readiness.changed', isReady: false },
    { type: 'start.pressed' },
    { type: 'claim.pressed' },
  ],
  outcomes: {
    prepareTask: { done: ['ready', 'declined'], error: [new Error('no such thing here')] },
    claimTask: {
      done: [{ reward: '0.2000', balance: '1.2000' }],
      error: [refused('already_claimed'), offline],
    },
  },
  facts: ({ context }) => context,
});

const offer = {
  inviter: { username: 'ad*ce', slogan: 'Watch with me' },
  video: video(1),
  watch_seconds: 5,
  register_reward: '1.0000',
  watch_reward: '0.1000',
  total: '1.1000',
  watch_ticket: 'ticket',
};

const landing: Model = {
  machine: landingMachine,
  stands: { video: createMachine({ context: { watchedMs: 0, video: video(1) } }) },
  input: { nonce: 'n' },
  events: [
    { type: 'retry.pressed' },
    { type: 'register.pressed' },
    { type: 'presence.changed', isPresent: true },
    { type: 'presence.changed', isPresent: false },
    ...[0, 5_000].map((watchedMs) => ({
      type: 'xstate.snapshot.clip',
      snapshot: { context: { watchedMs, video: video(1) } },
    })),
  ],
  outcomes: {
    loadOffer: { done: [offer], error: [refused('invalid_invite_code'), offline] },
  },
};

const ticker: Model = {
  machine: tickerMachine,
  events: ['close.pressed', 'notice.pressed', 'page.hidden', 'page.shown'].map((type) => ({
    type,
  })),
  outcomes: {
    pickNotice: {
      done: [{ username: 'ma***88', amount: '212.4000', isExample: true }],
      error: [offline],
    },
  },
};

/** Every machine of the product; one that needs several beginnings is walked from each. */
export const models: Record<string, Model[]> = {
  auth: [auth],
  outbox: [outbox],
  list: [list],
  theme: [
    theme(null, 'light'),
    theme(null, 'dark'),
    theme('dark', 'light'),
    theme('light', 'dark'),
  ],
  locale: [locale],
  withdrawInfo: [withdrawInfo],
  withdrawal: [withdrawing],
  feed: [feed],
  video: [watching('unknown', false), watching('open', true)],
  install: [install(false), install(true)],
  task: [task(false), task(true)],
  landing: [landing],
  share: [share],
  ticker: [ticker],
  dailyShare: [dailyShare(null), dailyShare('2026-01-02')],
};
