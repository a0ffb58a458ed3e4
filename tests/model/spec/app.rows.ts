import type { Area, Row } from './row.ts';

const appTest = 'tests/model/app.test.ts';
const stages = { file: appTest, title: 'wait for the clip, then for an idle page' };
const noClip = {
  file: appTest,
  title: 'wait for the clip no longer than 3 s, and not at all on a screen without clips',
};
const again = {
  file: appTest,
  title: 'a boot phase is retried 5 s after a failure, which is shown, or a timeout',
};

/** The order in which modules are fetched and started. */
const starting: Row[] = [
  {
    section: 2,
    spec: 'The first clip plays before anything else is fetched',
    step: 'app --xstate.init--> start.first',
    shown: stages,
  },
  {
    section: 2,
    spec: 'Once the first clip plays: the screen around it',
    step: 'app.start.first --feed.clipPlaying--> start.second.loading',
    shown: stages,
  },
  {
    section: 2,
    spec: 'The app waits at most 3 s for a clip that does not play',
    step: 'app.start.first --xstate.after.firstTimeout.app.start.first--> start.second.loading',
    shown: noClip,
  },
  {
    section: 2,
    spec: 'A screen without clips starts without this wait',
    step: 'app.start.first --screen.opened--> start.second.loading',
    shown: noClip,
  },
  {
    section: 2,
    spec: 'When the network and the main thread are idle: advertisements, push, install, ticker',
    step: 'app.start.second.ready --page.idle--> start.third.loading',
    shown: stages,
  },
  {
    section: 2,
    spec: 'The app waits at most 15 s for an idle network',
    step: 'app.start.second.ready --xstate.after.idleTimeout.app.start.second.ready--> start.third.loading',
    shown: { file: 'tests/model/app.test.ts', title: 'wait for an idle page no longer than 15 s' },
  },
  {
    section: 2,
    spec: 'All of the code is loaded',
    step: 'app.start.third.loading --xstate.done.actor.loadThird--> start.third.ready',
  },
  {
    section: 8,
    spec: 'The code of the screen around the clip could not be fetched: again after 5 s',
    step: 'app.start.second.failed --xstate.after.retryPause.app.start.second.failed--> start.second.loading',
    shown: again,
  },
  {
    section: 8,
    spec: 'The code of the screen around the clip could not be fetched: the page says so',
    step: 'app.start.second.loading --xstate.error.actor.loadSecond--> start.second.failed',
    shown: {
      file: 'tests/browser/not-started.test.ts',
      title: 'the page reports a lost script, and "Retry" starts the app',
    },
  },
  {
    section: 8,
    spec: 'The rest of the code could not be fetched: again after 5 s',
    step: 'app.start.third.failed --xstate.after.retryPause.app.start.third.failed--> start.third.loading',
    shown: again,
  },
];

/** The session, and the visible screen. */
const present: Row[] = [
  {
    section: 4,
    spec: 'The session is not known yet: no screen is shown to the wrong person',
    step: 'app --xstate.init--> screen.waiting',
    leaves: { isKnown: false },
  },
  {
    section: 4,
    spec: 'A member is logged in: the member’s actors start',
    step: 'app.session.restoring --auth.identified--> session.member',
    leaves: { isVisitor: false },
  },
  {
    section: 4,
    spec: 'A session ends: its actors stop',
    step: 'app.session.member --auth.identified--> session.visitor',
    leaves: { user: null, visited: {} },
    shown: {
      file: appTest,
      title: 'stops its actors when it ends, and the visitor gets new ones',
    },
  },
  {
    section: 4,
    spec: 'Another person logs in: all actors of a session start again',
    step: 'app.session.member --auth.identified--> session.member',
    leaves: { user: { id: 8 }, visited: {} },
    shown: { file: appTest, title: 'starts over with the new user id when another person logs in' },
  },
  {
    section: 2,
    spec: 'A member on the log-in screen is led back',
    step: 'app.screen.shown --screen.opened--> screen.redirecting',
    leaves: { isVisitor: false, screen: 'login' },
    shown: { file: appTest, title: 'that is for visitors leads a member back' },
  },
  {
    section: 2,
    spec: 'A screen is loading',
    step: 'app.screen.shown --screen.opened--> screen.loading',
  },
  {
    section: 2,
    spec: 'A screen that was visited is shown at once',
    step: 'app.screen.shown --screen.opened--> screen.shown',
    leaves: { screen: 'feed' },
    shown: { file: appTest, title: 'is fetched once, and again after a failure' },
  },
  {
    section: 8,
    spec: 'A screen could not be fetched',
    step: 'app.screen.loading --xstate.error.actor.loadScreen--> screen.failed',
    shown: { file: appTest, title: 'is fetched once, and again after a failure' },
  },
];

/** The root's own behaviour. */
export const app: Area = { name: 'The root', rows: [...starting, ...present] };
