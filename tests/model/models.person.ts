import { type Activity, appUpdateMachine } from '../../machines/app-update.machine.ts';
import { authMachine } from '../../machines/auth/auth.machine.ts';
import { friendsMachine } from '../../machines/friends.machine.ts';
import { installMachine } from '../../machines/install.machine.ts';
import { createListMachine } from '../../machines/list.machine.ts';
import { localeMachine } from '../../machines/locale.machine.ts';
import { createResourceMachine } from '../../machines/resource.machine.ts';
import { type TaskName, taskMachine } from '../../machines/task.machine.ts';
import { tasksMachine } from '../../machines/tasks.machine.ts';
import { themeMachine } from '../../machines/theme.machine.ts';
import { deferred } from './live.ts';
import type { Model } from './model.ts';
import { faulted, offline, refused, user } from './samples.ts';

const login = { username: 'ada', password: 'correct horse', keep: true };
const register = {
  ...login,
  email: 'ada@example.org',
  confirmation: 'correct horse',
  inviteCode: '',
};

const registering = { type: 'new_user_reward', amount: '1.0000' };
const watching = { type: 'video', amount: '0.1000' };

export const auth: Model = {
  machine: authMachine,
  events: [
    { type: 'login.submitted', form: login },
    { type: 'login.submitted', form: { ...login, username: ' ', password: '' } },
    { type: 'register.submitted', form: register },
    {
      type: 'register.submitted',
      form: { ...register, username: ' ', email: ' ', password: '', confirmation: 'x' },
    },
    { type: 'turn.pressed' },
    { type: 'logout.pressed' },
    { type: 'user.outdated' },
    { type: 'balance.changed', balance: '3.0000', isShown: false },
    { type: 'balance.changed', balance: '5.0000', isShown: true },
    { type: 'session.changed', session: null },
    { type: 'session.changed', session: { token: user.token, user } },
    {
      type: 'session.changed',
      session: { token: user.token, user: { ...user, balance: '4.0000' } },
    },
    { type: 'session.changed', session: { token: 'token-b', user: null } },
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
    loadRegistration: {
      done: [{ machine: deferred, form: register }],
      error: [offline],
    },
    register: { done: [user, refused('username_taken')], error: [new Error('a defect')] },
    claimWelcomeReward: {
      done: [
        { rewards: [registering, watching], balance: '1.1000', refusal: null },
        { rewards: [registering], balance: '1.0000', refusal: refused('invalid_watch_ticket') },
      ],
      error: [offline, faulted],
    },
    loadUser: { done: [user], error: [offline] },
    readKnownAt: { done: [1_700_000_000_000], error: [new Error('storage is blocked')] },
    logOut: { done: [undefined], error: [offline] },
  },
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.welcomeFailures < 2,
};

const asking = [
  { type: 'data.outdated' },
  { type: 'visibility.changed', isVisible: true },
  { type: 'visibility.changed', isVisible: false },
  { type: 'retry.pressed' },
];

export const resource: Model = {
  machine: createResourceMachine<number>(),
  events: asking,
  outcomes: { loadValue: { done: [1, 2], error: [offline] } },
  facts: ({ context }) => context,
};

export const friends: Model = {
  machine: friendsMachine,
  events: [
    ...(['all', 'level1', 'level2', 'level3'] as const).map((level) => ({
      type: 'level.chosen',
      level,
    })),
    { type: 'data.outdated' },
    { type: 'visibility.changed', isVisible: true },
  ],
  outcomes: {},
  facts: ({ context }) => context,
};

export const list: Model = {
  machine: createListMachine<number>(),
  events: [{ type: 'end.reached' }, ...asking],
  outcomes: {
    loadPages: {
      done: [
        { list: [1, 2], page: 1, total: 3 },
        { list: [3], page: 2, total: 3 },
        { list: [3], page: 2, total: 4 },
      ],
      error: [offline, faulted],
    },
  },
  facts: ({ context }) => context,
  isWithin: ({ context }) => context.items.length < 5,
};

export const theme = (stored: 'light' | 'dark' | null, system: 'light' | 'dark'): Model => ({
  machine: themeMachine,
  input: { stored, system },
  events: [
    { type: 'dark.pressed' },
    { type: 'choice.changed', scheme: 'dark' },
    { type: 'choice.changed', scheme: 'light' },
    { type: 'system.schemeChanged', scheme: 'dark' },
    { type: 'system.schemeChanged', scheme: 'light' },
  ],
  outcomes: {},
  facts: ({ context }) => context,
});

export const locale: Model = {
  machine: localeMachine,
  input: { supported: ['en', 'de', 'pt'] },
  // the last one is not a language of the app
  events: ['en', 'de', 'pt', 'xx'].map((tag) => ({ type: 'language.chosen', locale: tag })),
  outcomes: {
    readPreference: {
      done: [
        { saved: null, preferred: ['de-AT'] },
        { saved: 'pt', preferred: [] },
      ],
      error: [new Error('no cookies')],
    },
    loadTexts: { done: [undefined], error: [new Error('no connection')] },
  },
  facts: ({ context }) => context,
};

export const install = (isInstalled: boolean, needsOtherBrowser = false): Model => ({
  machine: installMachine,
  input: { isInstalled, needsOtherBrowser },
  events: [
    'prompt.offered',
    'app.installed',
    'install.pressed',
    'copy.pressed',
    'guide.closed',
  ].map((type) => ({ type })),
  outcomes: {
    showPrompt: { done: ['accepted', 'dismissed'], error: [new Error('no offer')] },
    copyLink: { done: [undefined], error: [new Error('not allowed')] },
  },
});

const doing = (activity: Partial<Activity>) => ({
  type: 'activity.changed',
  activity: { isPlaying: false, hasRunningRequests: false, isTyping: false, ...activity },
});

export const appUpdate: Model = {
  machine: appUpdateMachine,
  events: [
    ...['update.found', 'update.pressed', 'later.pressed'].map((type) => ({ type })),
    doing({}),
    doing({ isPlaying: true }),
    doing({ hasRunningRequests: true }),
    doing({ isTyping: true }),
    { type: 'visibility.changed', isVisible: false },
    { type: 'visibility.changed', isVisible: true },
    ...[true, false].map((isAny) => ({ type: 'unpersisted.changed', isAny })),
  ],
  outcomes: { takeOver: { done: [undefined], error: [new Error('a newer one came')] } },
  facts: ({ context }) => context,
};

export const task = (name: TaskName, isCompleted: boolean): Model => ({
  machine: taskMachine,
  input: { task: name, isCompleted, isReady: false, idPrefix: 'n' },
  events: [
    { type: 'task.listed', isCompleted: true },
    { type: 'task.listed', isCompleted: false },
    ...(['ready', 'declined', 'byHand', 'impossible'] as const).map((preparation) => ({
      type: 'task.prepared',
      task: name,
      preparation,
    })),
    { type: 'readiness.changed', task: name, isReady: true },
    { type: 'readiness.changed', task: name, isReady: false },
    { type: 'start.pressed' },
    { type: 'help.closed' },
    { type: 'claim.pressed' },
    { type: 'task.paid', task: name },
    { type: 'task.refused', task: name, failure: refused('already_claimed') },
    { type: 'task.refused', task: name, failure: refused('paused_by_operator') },
    { type: 'task.delayed', task: name },
  ],
  outcomes: {},
  // a higher counter of claims alone is not another state
  facts: ({ context: { isCompleted, isReady } }) => [isCompleted, isReady],
});

const listed = (task: TaskName, completed: boolean) => ({ task, completed, reward: '0.2000' });
const names: TaskName[] = ['download_app', 'notification'];

export const tasks: Model = {
  machine: tasksMachine,
  input: { idPrefix: 'n', readiness: { download_app: false, notification: false } },
  events: [
    ...asking,
    ...names.map((task) => ({ type: 'readiness.changed', task, isReady: true })),
    ...names.map((task) => ({ type: 'task.prepared', task, preparation: 'declined' })),
    ...names.map((task) => ({ type: 'task.paid', task })),
    ...names.map((task) => ({ type: 'task.refused', task, failure: refused('unknown_task') })),
    ...names.map((task) => ({ type: 'task.delayed', task })),
  ],
  outcomes: {
    loadTasks: {
      done: [
        names.map((task) => listed(task, false)),
        [listed('notification', true)],
        [listed('download_app', true)],
      ],
      error: [offline, faulted],
    },
  },
  facts: ({ context }) => context,
};
