import type { Area, Row } from './row.ts';

const appTest = 'tests/model/app.test.ts';
const stages = { file: appTest, title: 'wait for the clip, then for a quiet moment' };
const noClip = {
  file: appTest,
  title: 'wait for the clip no longer than 3 s, and not where there is none',
};
const again = { file: appTest, title: 'a stage that fails, or is late, is tried again after 5 s' };

/** What is fetched and started when. */
const starting: Row[] = [
  {
    section: 2,
    spec: 'The first clip plays before anything else is fetched',
    machine: 'app',
    on: 'xstate.init',
    to: 'start.first',
    shown: stages,
  },
  {
    section: 2,
    spec: 'Once it plays: the screen around it',
    machine: 'app',
    from: 'start.first',
    on: 'feed.clipPlaying',
    to: 'start.second.loading',
    shown: stages,
  },
  {
    section: 2,
    spec: 'A clip that does not play is waited for no longer than 3 s',
    machine: 'app',
    from: 'start.first',
    on: 'xstate.after.firstTimeout.app.start.first',
    to: 'start.second.loading',
    shown: noClip,
  },
  {
    section: 2,
    spec: 'A screen without clips waits for none',
    machine: 'app',
    from: 'start.first',
    on: 'screen.opened',
    to: 'start.second.loading',
    shown: noClip,
  },
  {
    section: 2,
    spec: 'When the network and the main thread are idle: advertisements, push, install, ticker',
    machine: 'app',
    from: 'start.second.ready',
    on: 'page.idle',
    to: 'start.third.loading',
    shown: stages,
  },
  {
    section: 2,
    spec: 'A connection that is never quiet is waited for no longer than 15 s',
    machine: 'app',
    from: 'start.second.ready',
    on: 'xstate.after.idleTimeout.app.start.second.ready',
    to: 'start.third.loading',
    shown: { file: 'tests/model/app.test.ts', title: 'wait for quiet no longer than 15 s' },
  },
  {
    section: 2,
    spec: 'All of it is there',
    machine: 'app',
    from: 'start.third.loading',
    on: 'xstate.done.actor.loadThird',
    to: 'start.third.ready',
  },
  {
    section: 8,
    spec: 'The code of the screen around the clip could not be fetched: again after 5 s',
    machine: 'app',
    from: 'start.second.failed',
    on: 'xstate.after.retryPause.app.start.second.failed',
    to: 'start.second.loading',
    shown: again,
  },
  {
    section: 8,
    spec: 'The code of the screen around the clip could not be fetched: the page says so',
    machine: 'app',
    from: 'start.second.loading',
    on: 'xstate.error.actor.loadSecond',
    to: 'start.second.failed',
    shown: {
      file: 'tests/browser/not-started.test.ts',
      title: 'where a script is lost the page says so, and "Retry" starts the app',
    },
  },
  {
    section: 8,
    spec: 'The rest could not be fetched: again after 5 s',
    machine: 'app',
    from: 'start.third.failed',
    on: 'xstate.after.retryPause.app.start.third.failed',
    to: 'start.third.loading',
    shown: again,
  },
];

/** Who is there, and which screen they look at. */
const present: Row[] = [
  {
    section: 4,
    spec: 'Nobody knows yet who is there: no screen is shown to the wrong person',
    machine: 'app',
    on: 'xstate.init',
    to: 'screen.waiting',
    leaves: { isKnown: false },
  },
  {
    section: 4,
    spec: 'Somebody is there: what is a member’s starts',
    machine: 'app',
    from: 'session.restoring',
    on: 'auth.identified',
    to: 'session.member',
    leaves: { isVisitor: false },
  },
  {
    section: 4,
    spec: 'A session ends: what belonged to it ends with it',
    machine: 'app',
    from: 'session.member',
    on: 'auth.identified',
    to: 'session.visitor',
    leaves: { user: null, visited: {} },
    shown: {
      file: appTest,
      title: 'that is left takes along what belongs to it, and the visitor gets their own',
    },
  },
  {
    section: 4,
    spec: 'Another person logs in: all of it starts anew',
    machine: 'app',
    from: 'session.member',
    on: 'auth.identified',
    to: 'session.member',
    leaves: { user: { id: 8 }, visited: {} },
    shown: { file: appTest, title: 'of another person starts all of it anew, with their id' },
  },
  {
    section: 2,
    spec: 'A member on the log-in screen is led back',
    machine: 'app',
    from: 'screen.shown',
    on: 'screen.opened',
    to: 'screen.redirecting',
    leaves: { isVisitor: false, screen: 'login' },
    shown: { file: appTest, title: 'that is for visitors leads a member back' },
  },
  {
    section: 2,
    spec: 'A screen is on its way',
    machine: 'app',
    from: 'screen.shown',
    on: 'screen.opened',
    to: 'screen.loading',
  },
  {
    section: 2,
    spec: 'A screen that was visited is shown at once',
    machine: 'app',
    from: 'screen.shown',
    on: 'screen.opened',
    to: 'screen.shown',
    leaves: { screen: 'feed' },
    shown: { file: appTest, title: 'is fetched once, and again after it could not be' },
  },
  {
    section: 8,
    spec: 'A screen could not be fetched',
    machine: 'app',
    from: 'screen.loading',
    on: 'xstate.error.actor.loadScreen',
    to: 'screen.failed',
    shown: { file: appTest, title: 'is fetched once, and again after it could not be' },
  },
];

/** What the root does itself. */
export const app: Area = { name: 'The root', rows: [...starting, ...present] };
