import { createMachine } from 'xstate';
import { dailyShareMachine } from '../../machines/daily-share.machine.ts';
import { feedMachine } from '../../machines/feed.machine.ts';
import { landingMachine } from '../../machines/landing.machine.ts';
import { shareMachine } from '../../machines/share.machine.ts';
import { tickerMachine } from '../../machines/ticker.machine.ts';
import { videoMachine } from '../../machines/video.machine.ts';
import type { Model } from './model.ts';
import { answer, ended, offline, refused, video } from './samples.ts';

const clip = (id: number, isOpen = true) => ({ video: video(id), isOpen });
const clips = {
  isMember: true,
  remainingToday: 5,
  dailyLimit: 20,
  extraSharesLeft: 3,
  isComplete: true,
};

export const feed: Model = {
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
    { type: 'clip.ready', index: 0 },
    { type: 'clip.soundRefused' },
    { type: 'clip.rewarded', index: 0, answer },
    { type: 'clip.rewarded', index: 1, answer: { ...answer, remaining_today: 0 } },
  ],
  outcomes: {
    loadAds: { error: [offline] },
    loadClips: {
      done: [
        { ...clips, clips: [clip(1)] },
        { ...clips, clips: [1, 2, 3, 4, 5].map((id) => clip(id)), isComplete: false },
        { ...clips, clips: [] },
      ],
      error: [offline],
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
    // advertisements have a model of their own
    value.ads === 'waiting' &&
    [value.presence === 'present', value.limit === 'open', value.list === 'watching'].filter(
      (isQuiet) => !isQuiet,
    ).length <= 1,
};

/** What the outbox may tell of a claim that it has kept. */
export const outcomesOfKept = (gone: 'unknown_video' | 'unknown_ad') => [
  { type: 'claim.paid', answer },
  ...(['already_rewarded', 'daily_limit_reached', gone] as const).map((reason) => ({
    type: 'claim.refused',
    failure: refused(reason),
  })),
];

export const watching = (standing: string, isSoundOn: boolean): Model => ({
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
    ...['open', 'visitor', 'alreadyRewarded', 'limitReached'].map((standing) => ({
      type: 'standing.known',
      standing,
    })),
    ...['open', 'alreadyRewarded'].map((standing) => ({ type: 'standing.renewed', standing })),
    ...outcomesOfKept('unknown_video'),
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
        { kind: 'faulted', status: 400 },
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

export const share: Model = {
  machine: shareMachine,
  events: [
    ...['share.pressed', 'copy.pressed', 'send.pressed', 'dialog.closed', 'screen.left'].map(
      (type) => ({ type }),
    ),
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

export const dailyShare = (lastDay: string | null): Model => ({
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
  isWithin: ({ context }) => context.waitingDays.length < 3,
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

export const landing: Model = {
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

export const ticker: Model = {
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
