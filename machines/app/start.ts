import { output } from '../params.ts';
import { model } from './model.ts';
import { moduleOf } from './modules.ts';

/**
 * The boot phases. The first plays, counts and claims the first clip; once it plays, the second draws the screen
 * around it; when the network and the main thread are idle, the third loads the rest. After a log-in or log-out the
 * second and third start again, with that user's children.
 */
export const start = model.createStateConfig({
  initial: 'first',
  states: {
    first: {
      exit: 'restoreClaims',
      on: {
        'feed.clipPlaying': 'second',
        // this screen has no clip to wait for
        'screen.opened': {
          guard: { type: 'isNoFeed', params: ({ event }) => event.screen },
          target: 'second',
        },
      },
      after: { firstTimeout: 'second' },
    },
    second: {
      initial: 'loading',
      on: { 'session.changed': '.loading' },
      states: {
        loading: {
          tags: ['busy'],
          invoke: {
            id: 'loadSecond',
            src: 'loadModule',
            input: moduleOf('second'),
            onDone: { target: 'ready', actions: { type: 'startChildren', params: output } },
            onError: { target: 'failed', actions: 'showStartFailure' },
          },
          // no message yet: the import may only be slow, and a timer in the page's HTML shows the message
          after: { loadTimeout: 'failed' },
        },
        failed: { tags: ['busy'], after: { retryPause: 'loading' } },
        ready: {
          entry: ['draw', 'releaseNextClip', 'awaitIdle'],
          on: { 'page.idle': '#app.start.third' },
          // a clip or a picture that never finishes loading would delay `page.idle` for as long
          after: { idleTimeout: '#app.start.third' },
        },
      },
    },
    third: {
      initial: 'loading',
      on: { 'session.changed': 'second' },
      states: {
        loading: {
          tags: ['busy'],
          invoke: {
            id: 'loadThird',
            src: 'loadModule',
            input: moduleOf('third'),
            onDone: {
              target: 'ready',
              actions: ['showEarlyToasts', { type: 'startChildren', params: output }],
            },
            onError: 'failed',
          },
          after: { loadTimeout: 'failed' },
        },
        failed: { tags: ['busy'], after: { retryPause: 'loading' } },
        ready: {},
      },
    },
  },
});
