import type { Area } from './row.ts';

const shellTest = 'tests/ui/shell.test.ts';

/** The frame around every screen. */
export const frame: Area = {
  name: 'The frame',
  rows: [
    {
      section: 2,
      spec: 'Routes with their redirects, "{page title} | {product}"',
      holder: 'the table of routes',
      shown: {
        file: shellTest,
        title:
          '%s is at %s, is called %s, moves nothing after the first paint, and has controls that fit a thumb',
      },
    },
    {
      section: 2,
      spec: 'Visited views are cached',
      holder: 'the shell',
      shown: {
        file: shellTest,
        title: 'a screen that is opened again keeps its input and its scroll position',
      },
    },
    {
      section: 2,
      spec: 'A visitor on a private route is led to log in, and back',
      step: 'app.screen.waiting --auth.identified--> screen.redirecting',
      leaves: { isVisitor: true, screen: 'tasks', visited: {} },
      shown: {
        file: 'tests/browser/visitor-states.test.ts',
        title: 'a visitor who opens a private screen logs in and is led back to it',
      },
    },
    {
      section: 2,
      spec: 'Ticker: first after 10 s',
      step: 'ticker.beginning --xstate.after.firstPause.ticker.beginning--> picking',
    },
    {
      section: 2,
      spec: 'Ticker: shown',
      step: 'ticker.picking --xstate.done.actor.pickNotice--> showing',
      leaves: { notice: { username: 'ma***88', isExample: true } },
      shown: {
        file: 'tests/browser/visitor-states.test.ts',
        title:
          'the page of an unknown address, and the ticker’s example notice while nobody was paid, are accessible',
      },
    },
    {
      section: 2,
      spec: 'Ticker: shown 5 s',
      step: 'ticker.showing --xstate.after.shownTime.ticker.showing--> resting',
      leaves: { notice: null },
    },
    {
      section: 2,
      spec: 'Ticker: then every 60 s',
      step: 'ticker.resting --xstate.after.pause.ticker.resting--> picking',
    },
    {
      section: 2,
      spec: 'Ticker: names of more than 6 characters show the first 2, up to 3 stars and the last 2',
      holder: 'contract/mask.ts',
      shown: { file: 'tests/contract/mask.test.ts', title: '%j is shown as %j' },
    },
    {
      section: 2,
      spec: 'Ticker: clicking goes to /withdraw (and puts the notice away)',
      step: 'ticker.showing --notice.pressed--> resting',
      leaves: { notice: null },
    },
    {
      section: 2,
      spec: 'Ticker: a close button',
      step: 'ticker.showing --close.pressed--> closed',
      shown: {
        file: 'tests/browser/visitor-states.test.ts',
        title:
          'the page of an unknown address, and the ticker’s example notice while nobody was paid, are accessible',
      },
    },
    {
      section: 8,
      spec: 'App config load failure is only logged',
      step: 'resource.loading --xstate.error.actor.loadValue--> failed',
      tells: [],
      shown: {
        file: 'tests/ui/config.test.ts',
        title: 'a configuration that cannot be loaded is logged',
      },
    },
  ],
};
