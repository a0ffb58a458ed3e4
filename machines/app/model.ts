import { assign, sendTo, setup, stateIn } from 'xstate';
import type { ConnectivityEvent, PageVisibility } from '../attention.ts';
import { authMachine } from '../auth/auth.machine.ts';
import type { Identity } from '../auth/model.ts';
import { listenerNotProvided, notProvided } from '../not-provided.ts';
import { outboxMachine } from '../outbox/outbox.machine.ts';
import type { Tag } from '../tags.ts';
import {
  dispatch,
  doubtConnectivity,
  enterSession,
  leaveSession,
  openShare,
  redirect,
  releaseNextClip,
  showEarlyToasts,
  showToast,
  startChildren,
  stopSession,
} from './actions.ts';
import type { AppContext, AppInput } from './context.ts';
import type { AppEvent, ChildStart, ModuleInput, PageCommand } from './events.ts';
import { mayOpen, type ScreenName } from './screens.ts';

export const model = setup({
  types: {} as { context: AppContext; events: AppEvent; input: AppInput; tags: Tag },
  actors: {
    auth: authMachine,
    outbox: outboxMachine,
    loadModule: notProvided<readonly ChildStart[], ModuleInput>('loadModule'),
    runPage: listenerNotProvided<PageCommand>('runPage'),
  },
  delays: { firstTimeout: 3_000, idleTimeout: 15_000, loadTimeout: 30_000, retryPause: 5_000 },
  guards: {
    /** the user is known for the first time, or has changed */
    isOtherUser: ({ context }, { isVisitor, user }: Identity) =>
      !context.isKnown || isVisitor !== context.isVisitor || user?.id !== context.user?.id,
    isNoFeed: (_, screen: ScreenName) => screen !== 'feed',
    hasUser: ({ context }) => context.user !== null,
    isForbidden: ({ context }) => !mayOpen(context.screen, context),
    hasShare: stateIn({ start: { third: 'ready' } }),
    mayReload: ({ context }) => !context.hasUnpersisted,
    isVisited: ({ context }) => context.visited.includes(context.screen),
  },
  actions: {
    startChildren,
    stopSession,
    enterSession,
    leaveSession,
    dispatch,
    doubtConnectivity,
    showEarlyToasts,
    showToast,
    redirect,
    openShare,
    releaseNextClip,
    draw: sendTo('page', { type: 'page.draw' } satisfies PageCommand),
    reload: sendTo('page', { type: 'page.reload' } satisfies PageCommand),
    showStartFailure: sendTo('page', { type: 'page.showStartFailure' } satisfies PageCommand),
    restoreClaims: sendTo('outbox', { type: 'restore.due' }),
    awaitIdle: sendTo('page', { type: 'page.awaitIdle' } satisfies PageCommand),
    setScreen: assign((_, screen: ScreenName) => ({ screen })),
    setConnectivity: assign((_, connectivity: ConnectivityEvent) => ({ connectivity })),
    setVisibility: assign((_, visibility: PageVisibility) => ({ visibility })),
    setHasUnpersisted: assign((_, hasUnpersisted: boolean) => ({ hasUnpersisted })),
    setVisited: assign(({ context: { visited, screen } }) => ({ visited: [...visited, screen] })),
    setIdentity: assign((_, { isVisitor, user }: Identity) => ({ isVisitor, user, isKnown: true })),
    endToast: assign(({ context }, ended: number) => ({
      toasts: context.toasts.filter(({ id }) => id !== ended),
    })),
  },
});
