import { output } from '../params.ts';
import { model } from './model.ts';
import { moduleOf } from './modules.ts';

/**
 * What is started when. First only what plays the first clip, counts and claims it; once it plays,
 * the screen around it; when the network and the main thread are idle, the rest. A person who comes or goes has
 * the last two again, with what belongs to them.
 */
export const start = model.createStateConfig({
  initial: 'first',
  states: {
    first: {
      exit: 'restoreClaims',
      on: {
        'feed.clipPlaying': 'second',
        // no clip to wait for
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
            onError: { target: 'failed', actions: 'sayNotStarted' },
          },
          // it may still be arriving, which the page knows better
          after: { loadTimeout: 'failed' },
        },
        failed: { tags: ['busy'], after: { retryPause: 'loading' } },
        ready: {
          entry: ['draw', 'releaseNextClip', 'awaitIdle'],
          on: { 'page.idle': '#app.start.third' },
          // a clip or a picture that never ends its loading keeps the page busy for as long
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
