import {
  and,
  assign,
  createMachine,
  emit,
  fromPromise,
  not,
  raise,
  sendTo,
  setup,
  stateIn,
} from 'xstate';

/** Machines in other authors' style: the charts must draw them without knowing the product. */

const trafficLight = setup({ delays: { patience: () => 4_000 } }).createMachine({
  id: 'trafficLight',
  initial: 'green',
  on: { 'POWER.OUT': '.red.flashing', 'POWER.RESTORED': { target: '.red', reenter: true } },
  states: {
    green: { after: { 20000: 'yellow' }, on: { PUSH: { target: 'yellow', guard: () => true } } },
    yellow: { after: { patience: 'red' } },
    red: {
      initial: { target: 'walk', actions: raise({ type: 'WARN' }) },
      onDone: 'green',
      states: {
        walk: { on: { COUNTDOWN: 'wait' } },
        wait: { after: { 1500: 'stop' } },
        stop: { type: 'final' },
        flashing: {},
      },
    },
  },
});

const canRetry = ({ context }: { context: { retries: number } }) => context.retries < 3;

const fetchWithRetry = createMachine({
  id: '(fetch)',
  context: { retries: 0, data: null },
  initial: 'idle',
  states: {
    idle: { on: { FETCH: 'loading' } },
    loading: {
      entry: assign({ retries: ({ context }) => context.retries + 1 }),
      invoke: {
        src: fromPromise(async () => 'data'),
        onDone: { target: 'success', actions: assign({ data: ({ event }) => event.output }) },
        onError: [{ guard: canRetry, target: 'loading', reenter: true }, 'failure'],
      },
      on: { CANCEL: [{ guard: not('isOver'), target: 'failure' }, { target: 'idle' }] },
    },
    failure: { after: { 1000: 'loading' }, on: { RETRY: 'loading', '*': { actions: () => {} } } },
    success: { type: 'final', entry: emit({ type: 'loaded' }) },
  },
});

const player = createMachine({
  id: 'player',
  type: 'parallel',
  on: {
    'MUTE & STOP': { target: ['.tracks.paused', '.volume.muted'] },
    RESET: { target: '#player', reenter: true },
  },
  states: {
    tracks: {
      initial: 'paused',
      states: {
        paused: { on: { PLAY: 'playing' } },
        playing: {
          on: { PAUSE: 'paused', END: { target: 'paused', actions: raise({ type: 'PLAY' }) } },
        },
      },
    },
    volume: {
      initial: 'normal',
      states: {
        normal: { on: { MUTE: 'muted' } },
        muted: {
          on: {
            UNMUTE: {
              guard: and([stateIn({ tracks: 'playing' }), not(() => false)]),
              target: 'normal',
            },
            PING: { actions: sendTo(({ self }) => self, { type: 'MUTE' }) },
          },
        },
      },
    },
  },
});

const payment = setup({}).createMachine({
  id: 'payment',
  initial: 'method',
  states: {
    method: {
      initial: 'cash',
      states: {
        cash: { on: { SWITCH: 'check' } },
        check: {
          initial: 'empty',
          states: { empty: { on: { FILL: 'filled' } }, filled: { on: { UP: '#payment.method' } } },
          on: { SWITCH: 'cash' },
        },
        shallow: { type: 'history' },
        deep: { type: 'history', history: 'deep', target: 'check.filled' },
      },
      on: { NEXT: 'review' },
    },
    review: { on: { PREVIOUS: 'method.shallow', BACK: 'method.deep', NEXT: 'done' } },
    done: { type: 'final' },
  },
});

const oneState = setup({}).createMachine({ id: 'oneState', on: { 'a.b': {}, 'c|<d>&"e"': {} } });

export const foreignMachines = { trafficLight, fetchWithRetry, player, payment, oneState };
