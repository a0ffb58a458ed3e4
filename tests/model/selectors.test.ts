import { expect, test } from 'vitest';
import { appMachine } from '../../machines/app/app.machine.ts';
import { selectScreenState } from '../../machines/app/app.selectors.ts';
import { appUpdateMachine } from '../../machines/app-update.machine.ts';
import { selectUpdateOffer } from '../../machines/app-update.selectors.ts';
import { earningMachine } from '../../machines/earning.machine.ts';
import { selectLimitDialog } from '../../machines/earning.selectors.ts';
import {
  selectFeedEnd,
  selectIsUnlisted,
  watchStateOf,
} from '../../machines/feed/feed.selectors.ts';
import { landingMachine } from '../../machines/landing.machine.ts';
import { selectHasWatched, selectLandingState } from '../../machines/landing.selectors.ts';
import { maintenanceMachine } from '../../machines/maintenance.machine.ts';
import {
  selectAsked,
  selectEnded,
  selectIsFailed,
  selectIsRunning,
} from '../../machines/maintenance.selectors.ts';
import { pushMachine } from '../../machines/push/push.machine.ts';
import { selectDelivery, selectPermissionState } from '../../machines/push/push.selectors.ts';
import { shareMachine } from '../../machines/share.machine.ts';
import { selectShareStep } from '../../machines/share.selectors.ts';
import { taskMachine } from '../../machines/task.machine.ts';
import { selectTaskState } from '../../machines/task.selectors.ts';
import { themeMachine } from '../../machines/theme.machine.ts';
import { selectIsDark } from '../../machines/theme.selectors.ts';
import { videoMachine } from '../../machines/video/video.machine.ts';
import {
  selectHasFailed,
  selectIsBuffering,
  selectIsWaitingForTap,
} from '../../machines/video/video.selectors.ts';
import { withdrawalMachine } from '../../machines/withdrawal/withdrawal.machine.ts';
import { selectStep } from '../../machines/withdrawal/withdrawal.selectors.ts';
import { faulted, offline } from './samples.ts';

/** Returns a machine's snapshot in a state, with the relevant parts of its context. */
const at = (
  machine: { resolveState: (config: never) => unknown },
  value: unknown,
  context: object = {},
) => machine.resolveState({ value, context } as never) as never;

test.each([
  ['unknown', 'closed'],
  ['open', 'closed'],
  ['reached', 'reached'],
  ['dismissed', 'closed'],
  [{ addingViews: 'seen' }, 'addingViews'],
  [{ addingViews: 'unseen' }, 'closed'],
  ['spent', 'spent'],
  ['finished', 'closed'],
])('the dialog of a limit that is %j is %s', (value, dialog) => {
  expect(selectLimitDialog(at(earningMachine, value))).toBe(dialog);
});

test.each([
  [{ default: 'unaided' }, 'toDo'],
  [{ default: 'helping' }, 'helping'],
  [{ preparing: 'answering' }, 'preparing'],
  [{ preparing: 'unanswered' }, 'toDo'],
  ['canClaim', 'canClaim'],
  ['claiming', 'claiming'],
  ['queued', 'queued'],
  ['completed', 'completed'],
])('a task that is %j is shown as %s', (value, state) => {
  expect(selectTaskState(at(taskMachine, value))).toBe(state);
});

test.each([
  ['dark', true],
  ['light', false],
  [{ followingSystem: 'dark' }, true],
  [{ followingSystem: 'light' }, false],
])('the theme %j is dark: %s', (value, isDark) => {
  expect(selectIsDark(at(themeMachine, value))).toBe(isDark);
});

test.each([
  ['idle', { asked: null, isRunning: false, ended: null, isFailed: false }],
  ['asking', { asked: 'clearKeys', isRunning: false, ended: null, isFailed: false }],
  ['running', { asked: null, isRunning: true, ended: null, isFailed: false }],
  ['done', { asked: null, isRunning: false, ended: 'clearKeys', isFailed: false }],
  ['failed', { asked: null, isRunning: false, ended: 'clearKeys', isFailed: true }],
])('the selectors of maintenance that is %s report its action', (value, told) => {
  const state = at(maintenanceMachine, value, { action: { kind: 'clearKeys' } });
  expect({
    asked: selectAsked(state)?.kind ?? null,
    isRunning: selectIsRunning(state),
    ended: selectEnded(state)?.kind ?? null,
    isFailed: selectIsFailed(state),
  }).toEqual(told);
});

test.each([
  ['current', false, 'hidden'],
  ['available', false, 'offered'],
  ['available', true, 'hidden'],
  ['settling', false, 'applying'],
  ['applying', true, 'applying'],
])('a newer version that is %s, postponed: %s, is %s', (value, isPostponed, offer) => {
  expect(selectUpdateOffer(at(appUpdateMachine, value, { isPostponed }))).toBe(offer);
});

test.each(['closed', 'choosing', 'copying', 'sending', 'sent'])('a share is %s', (step) => {
  expect(selectShareStep(at(shareMachine, step))).toBe(step);
});

test('a copied link is shown as copied until the share is decided', () => {
  expect(selectShareStep(at(shareMachine, 'watching'))).toBe('copied');
});

test.each([
  ['granted', { granted: 'synced' }],
  ['denied', 'denied'],
  ['unsupported', 'unsupported'],
  ['default', 'default'],
  ['asking', { asking: 'answering' }],
  // the permission can be requested again
  ['default', { asking: 'unanswered' }],
])('the permission is %s where push is %j', (permission, value) => {
  expect(selectPermissionState(at(pushMachine, value))).toBe(permission);
});

test.each([
  ['open', { granted: 'synced' }, true],
  ['withoutUser', { granted: 'waiting' }, false],
  ['failed', { granted: 'failed' }, true],
])('the delivery of messages is %s', (delivery, value, hasUser) => {
  expect(selectDelivery(at(pushMachine, value, { hasUser }))).toBe(delivery);
});

test.each([
  ['loading', 'loading', null],
  ['reloading', 'loading', {}],
  ['settled', 'paid', {}],
  ['settled', 'givenBack', {}],
  ['failed', 'failed', null],
  ['blocked', 'blocked', {}],
  ['confirming', 'confirming', {}],
  ['submitting', 'submitting', {}],
  ['pending', 'pending', {}],
  ['editing', 'editing', {}],
])('a withdrawal is shown as %s in the state %s', (step, value, terms) => {
  expect(selectStep(at(withdrawalMachine, value, { terms, failure: faulted }))).toBe(step);
});

test.each([
  ['starting', { isResting: false, isWaiting: true, hasFailed: false }],
  ['stalled', { isResting: false, isWaiting: true, hasFailed: false }],
  ['playing', { isResting: false, isWaiting: false, hasFailed: false }],
  ['paused', { isResting: true, isWaiting: false, hasFailed: false }],
  ['tapToPlay', { isResting: true, isWaiting: false, hasFailed: false }],
  ['loadFailed', { isResting: false, isWaiting: false, hasFailed: true }],
  ['timedOut', { isResting: false, isWaiting: false, hasFailed: true }],
])('a clip that is %s is shown as such', (live, shown) => {
  const state = at(videoMachine, { playback: { live } });
  expect({
    isResting: selectIsWaitingForTap(state),
    isWaiting: selectIsBuffering(state),
    hasFailed: selectHasFailed(state),
  }).toEqual(shown);
});

test.each([
  ['loading', 'loading', false],
  ['unknown', 'unknown', false],
  ['failed', 'failed', false],
  ['ready', { ready: 'watching' }, false],
  ['ready', { ready: 'watched' }, true],
])('the landing page is shown as %s in the state %j', (shown, value, hasWatched) => {
  const state = at(landingMachine, value);
  expect([selectLandingState(state), selectHasWatched(state)]).toEqual([shown, hasWatched]);
});

test.each([
  ['waiting', 'loading'],
  ['deciding', 'loading'],
  ['redirecting', 'loading'],
  ['loading', 'loading'],
  ['shown', 'shown'],
  ['failed', 'failed'],
])('a screen that is %s is shown as %s', (screen, shown) => {
  expect(selectScreenState({ value: { screen } } as never)).toBe(shown);
  expect(Object.keys(appMachine.states.screen?.states ?? {})).toContain(screen);
});

test.each([
  ['waiting', { failure: offline, isComplete: true }, 'loading'],
  ['loading', { failure: offline, isComplete: true }, 'loading'],
  ['retrying', { failure: offline, isComplete: true }, 'failed'],
  ['watching', { failure: null, isComplete: true }, 'complete'],
  ['watching', { failure: null, isComplete: false }, 'open'],
])('the end of a list that is %s, with %j, is %s', (list, context, end) => {
  expect(selectFeedEnd({ value: { list }, context } as never)).toBe(end);
});

test.each(['retrying', 'watching'])('only a feed that retries lacks its list: %s', (list) => {
  expect(selectIsUnlisted({ value: { list } } as never)).toBe(list === 'retrying');
});

const claimStates = ['unknown', 'open', 'sending', 'rewarded', 'closed'] as const;

test.each([
  ['no obstacle', {}, ['unknown', 'open', 'sending', 'rewarded', 'limitReached']],
  ['a pause', { isPaused: true }, ['paused', 'paused', 'sending', 'rewarded', 'limitReached']],
  [
    'no connection',
    { isOffline: true },
    ['unknown', 'offline', 'offline', 'rewarded', 'limitReached'],
  ],
  [
    'a list that failed to load',
    { isUnlisted: true },
    ['unlisted', 'open', 'sending', 'rewarded', 'limitReached'],
  ],
  [
    'a pause without a connection',
    { isPaused: true, isOffline: true },
    ['paused', 'paused', 'offline', 'rewarded', 'limitReached'],
  ],
])('%s keeps a claim from being counted or sent', (_, what, expected) => {
  const {
    isPaused = false,
    isUnlisted = false,
    isOffline = false,
  } = what as {
    [Key in 'isPaused' | 'isUnlisted' | 'isOffline']?: boolean;
  };
  const playback = isPaused ? 'paused' : 'playing';
  const shown = claimStates.map((claim) =>
    watchStateOf(claim, playback, 'limitReached', { isUnlisted, isOffline }),
  );
  expect(shown).toEqual(expected);
});
