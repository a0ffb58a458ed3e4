import { failureText } from '../../../src/i18n/refusals.ts';
import type { Area } from './row.ts';
import { OUR_FAULT } from './shown.ts';

const tasksTest = 'tests/browser/tasks.test.ts';
const claimed = {
  file: tasksTest,
  title: 'the task to allow notifications can be claimed once, and stays completed',
};
const lost = {
  file: tasksTest,
  title: 'a claim whose answer is lost is queued, sent again with the same key, and paid once',
};
const installed = {
  file: tasksTest,
  title: 'the installation task can be claimed only after the app was installed by the prompt',
};

/** Single tasks, and the app on the home screen. */
export const tasks: Area = {
  name: 'Tasks',
  rows: [
    {
      section: 2,
      spec: 'Tasks: the download-app task and the enable-notifications task',
      step: 'tasks.loading --xstate.done.actor.loadTasks--> fresh',
      shown: claimed,
    },
    {
      section: 2,
      spec: 'Tasks: the tasks could not be loaded',
      machine: 'tasks',
      on: 'xstate.error.actor.loadTasks',
      given: { error: { kind: 'faulted' } },
      state: 'failed',
      message: ({ context }) => failureText(context.failure),
      says: OUR_FAULT,
      shown: {
        file: 'tests/browser/member-states.test.ts',
        title: 'a part that cannot be loaded is named, with the reason and its Retry',
      },
    },
    {
      section: 2,
      spec: 'Tasks: the button of a task opens the browser’s own prompt',
      step: 'task.default --start.pressed--> preparing',
      tells: ['task.started'],
      shown: installed,
    },
    {
      section: 4,
      spec: 'Task buttons: default',
      step: 'task --xstate.init--> default',
      leaves: { isReady: false },
      shown: claimed,
    },
    {
      section: 4,
      spec: 'Task buttons: canClaim',
      step: 'task.preparing --task.prepared--> canClaim',
      given: { preparation: 'ready' },
      shown: claimed,
    },
    {
      section: 4,
      spec: 'Task buttons: completed',
      step: 'task.default --task.listed--> completed',
      given: { isCompleted: true },
      shown: claimed,
    },
    {
      section: 4,
      spec: 'A claim yields a reward',
      step: 'task.claiming --task.paid--> completed',
      shown: claimed,
    },
    {
      section: 4,
      spec: 'The claim of a task that could not be sent at once waits in the queue',
      step: 'task.claiming --task.delayed--> queued',
      shown: lost,
    },
    {
      section: 4,
      spec: 'Claiming the download reward needs the app installed first',
      step: 'task.default --readiness.changed--> canClaim',
      leaves: { task: 'download_app' },
      shown: installed,
    },
    {
      section: 4,
      spec: 'Claiming the notification reward needs notification permission',
      step: 'task.default --readiness.changed--> canClaim',
      leaves: { task: 'notification' },
      shown: claimed,
    },
    {
      section: 8,
      spec: 'Tasks: install the app first',
      machine: 'task',
      news: { type: 'task.notReady', task: 'download_app' },
      toast: 'Install the app first.',
    },
    {
      section: 8,
      spec: 'Tasks: notification permission must be enabled',
      machine: 'task',
      news: { type: 'task.notReady', task: 'notification', preparation: 'declined' },
      toast: 'Notifications must be allowed for this.',
    },
    {
      section: 8,
      spec: 'Tasks: failed to claim reward',
      machine: 'task',
      news: { type: 'task.claimFailed', failure: { reason: 'paused_by_operator' } },
      toast: 'Rewards are paused for now. Please try again later.',
    },
    {
      section: 2,
      spec: 'Tasks: a notification-permission help guide with four steps',
      holder: 'the notification help dialog',
      shown: {
        file: tasksTest,
        title: 'a denied permission opens the help with its four steps',
      },
    },
    {
      section: 2,
      spec: 'Tasks: an image guide modal',
      holder: 'the install guide dialog',
      shown: {
        file: tasksTest,
        title:
          'without a prompt the steps to install are shown, for an iPhone and for any other browser',
      },
    },
    {
      section: 4,
      spec: 'Install prompt: saving a prompt marks the app installable',
      step: 'install.unavailable --prompt.offered--> installable',
      shown: installed,
    },
    {
      section: 4,
      spec: 'Install prompt: triggering install shows the prompt',
      step: 'install.installable --install.pressed--> prompting',
      shown: installed,
    },
    {
      section: 4,
      spec: 'Install prompt: accepted',
      step: 'install.prompting --xstate.done.actor.showPrompt--> accepted',
    },
    {
      section: 4,
      spec: 'Install prompt: not accepted; the prompt is used up all the same',
      step: 'install.prompting --xstate.done.actor.showPrompt--> dismissed',
    },
    {
      section: 2,
      spec: 'Install: installed',
      step: 'install.unavailable --app.installed--> installed',
      tells: ['install.ended'],
      shown: installed,
    },
  ],
};
