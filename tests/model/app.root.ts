import {
  type AnyEventObject,
  type AnyStateMachine,
  createActor,
  fromCallback,
  sendTo,
  setup,
} from 'xstate';
import { appMachine } from '../../machines/app/app.machine.ts';
import type { AppChildren, ChildId } from '../../machines/app/children.ts';
import type { ChildStart, ModuleInput, PageCommand } from '../../machines/app/events.ts';
import type { ScreenName } from '../../machines/app/screens.ts';
import { claimMachine } from '../../machines/claim.machine.ts';
import { ROOT } from '../../machines/notify.ts';
import { clock, controlledPromise } from './scenarios.ts';

/** The ids of all children of the root: a missing id does not compile. */
const ids: Record<ChildId, true> = {
  auth: true,
  outbox: true,
  locale: true,
  theme: true,
  install: true,
  push: true,
  appUpdate: true,
  connectivity: true,
  clipLoading: true,
  dataUsed: true,
  nowPlaying: true,
  breakReminder: true,
  watchProgress: true,
  captions: true,
  speed: true,
  config: true,
  rendition: true,
  ticker: true,
  clipCache: true,
  dailyShare: true,
  feed: true,
  earning: true,
  ads: true,
  'share-feed': true,
  'share-limit': true,
  'share-invite': true,
  'share-tasks': true,
  withdrawal: true,
  withdrawals: true,
  corrections: true,
  withdrawInfo: true,
  landing: true,
  passkeyLogin: true,
  passkeys: true,
  password: true,
  report: true,
  objection: true,
  agreement: true,
  sessions: true,
  myData: true,
  statement: true,
  deletion: true,
  reset: true,
  emailLink: true,
  emailChange: true,
  proof: true,
  emailConfirmation: true,
  forgot: true,
  recover: true,
  recovery: true,
  tasks: true,
  friends: true,
  debugCalls: true,
  maintenance: true,
  paidToday: true,
  sharedToday: true,
  earnings: true,
  sampleClip: true,
  device: true,
  rewards: true,
};
export const childIds = Object.keys(ids) as ChildId[];

/** Creates mocks of the root's children, which record the events that they receive. */
function mockChildren() {
  const heard: { to: ChildId; event: AnyEventObject }[] = [];
  const running: ChildId[] = [];
  const logicOf = (id: ChildId) =>
    fromCallback(({ receive }) => {
      running.push(id);
      receive((event) => heard.push({ to: id, event }));
      return () => {
        running.splice(running.indexOf(id), 1);
      };
    });
  /** a module that contains these children */
  const starts = (...ids: ChildId[]): ChildStart[] =>
    ids.map((id) => ({ id, logic: logicOf(id), input: undefined }) as unknown as ChildStart);
  return { heard, running, logicOf, starts, of: (id: ChildId) => heardBy(heard, id) };
}

/** Returns a child's events without `visibility.changed`, which each child gets at its start. */
const heardBy = (heard: readonly { to: ChildId; event: AnyEventObject }[], id: ChildId) =>
  heard
    .filter(({ to, event }) => to === id && event.type !== 'visibility.changed')
    .map(({ event }) => event);

type Provided = Partial<Pick<AppChildren, 'auth' | 'outbox'>>;

/** Starts the live root machine; the test answers its requests for modules. */
export function startRoot(provided: Provided = {}) {
  const modules = controlledPromise<readonly ChildStart[], ModuleInput>();
  const { heard, running, logicOf, starts, of } = mockChildren();
  const orders: PageCommand['type'][] = [];
  const time = clock();
  const errors: unknown[] = [];
  const root = createActor(
    appMachine.provide({
      actors: {
        auth: logicOf('auth') as never,
        outbox: logicOf('outbox') as never,
        runPage: fromCallback(({ receive }) => receive(({ type }) => orders.push(type))),
        loadModule: modules.logic,
        ...(provided as object),
      },
    }),
    { systemId: ROOT, input: { idPrefix: 'n' }, clock: time },
  );
  root.subscribe({ error: (error) => errors.push(error) });
  root.start();
  const asked = () => modules.inputs().map(({ module }) => module);
  return {
    ...{ root, time, orders, errors, heard, running, starts, of, asked },
    value: () => root.getSnapshot().value,
    toasts: () => root.getSnapshot().context.toasts.map(({ text }) => text),
    /** null: a visitor */
    identify: (id: number | null) =>
      root.send({
        type: 'auth.identified',
        isVisitor: id === null,
        user: id === null ? null : { id, country: null },
      }),
    open: (screen: ScreenName) => root.send({ type: 'screen.opened', screen }),
    /** answers the last request for this module */
    arrive: (module: ModuleInput['module'], ...ids: ChildId[]) =>
      modules.answer(starts(...ids), asked().lastIndexOf(module)),
    arriveWith: (module: ModuleInput['module'], list: ChildStart[]) =>
      modules.answer(list, asked().lastIndexOf(module)),
    fail: (module: ModuleInput['module']) =>
      modules.fail(new Error('the connection broke'), asked().lastIndexOf(module)),
  };
}

/** Starts the root with a member and a running feed. */
export async function startWatching() {
  const all = startRoot();
  all.open('feed');
  all.identify(7);
  await all.arrive('feed', 'feed', 'earning');
  return all;
}

/** A mock of the feed: at `clip.watched` its only clip has earned its claim. */
export const mockFeed = setup({ actors: { claim: claimMachine } }).createMachine({
  invoke: {
    id: 'claim',
    src: 'claim',
    input: ({ self }) => ({
      idPrefix: 'n-0-1',
      claimable: { call: 'record', itemId: 3 },
      eligibility: 'open',
      owner: self,
    }),
  },
  on: {
    'clip.watched': {
      actions: sendTo('claim', { type: 'claim.earned' }),
    },
    '*': {},
  },
}) as AnyStateMachine;
