import { createActor } from 'xstate';
import type { AppUpdateNews } from '../../machines/app-update.machine.ts';
import type { AuthNews } from '../../machines/auth.setup.ts';
import type { LocaleNews } from '../../machines/locale.machine.ts';
import type { OutboxNews } from '../../machines/outbox.machine.ts';
import type { PushNews } from '../../machines/push.setup.ts';
import { offeredLanguages } from '../i18n/catalogues.ts';
import { watchNewDay } from '../ports/day.ts';
import { notificationState } from '../ports/notifications.ts';
import { inviteCodeOfPage } from '../ports/share.ts';
import { systemScheme } from '../ports/visibility.ts';
import { leaveLayers } from '../ui/back.ts';
import { provideAppUpdate } from './actors/app-update.actors.ts';
import { provideAuth } from './actors/auth.actors.ts';
import { provideFeed } from './actors/feed.actors.ts';
import { provideInstall } from './actors/install.actors.ts';
import { provideOutbox } from './actors/outbox.actors.ts';
import { provideLocale, provideTheme } from './actors/preferences.actors.ts';
import { providePush } from './actors/push.actors.ts';
import { dailyShareBlueprint } from './actors/share.actors.ts';
import { createEffects, type Effects } from './effects.ts';
import type { Watch } from './inspector.ts';
import { LOGIN_PATH, MINE_PATH, WITHDRAW_PATH, watchPath } from './path.ts';
import { type Blueprint, createScreenActors, type ScreenActors } from './screens.ts';
import { toastOf } from './toast-of.ts';
import { createToasts, type Toasts } from './toasts.ts';

/** Everything that lives as long as the page: made once, outside React. */
export interface System {
  effects: Effects;
  toasts: Toasts;
  screens: ScreenActors;
  auth: ReturnType<typeof createAppActors>['auth'];
  locale: ReturnType<typeof createAppActors>['locale'];
  theme: ReturnType<typeof createAppActors>['theme'];
  outbox: ReturnType<typeof createAppActors>['outbox'];
  install: ReturnType<typeof createAppActors>['install'];
  push: ReturnType<typeof createAppActors>['push'];
  /** begins when the page is there and the line is free */
  appUpdate: ReturnType<typeof createAppActors>['appUpdate'];
  feed: Blueprint<ReturnType<typeof provideFeed>>;
}

function createAppActors(effects: Effects, watch: Watch) {
  return {
    auth: createActor(provideAuth(effects), { id: 'auth', ...watch }),
    outbox: createActor(provideOutbox(effects), { id: 'outbox', ...watch }),
    appUpdate: createActor(provideAppUpdate(effects), { id: 'appUpdate', ...watch }),
    install: createActor(provideInstall(effects), {
      id: 'install',
      ...watch,
      input: { isInstalled: effects.install.isInstalled() },
    }),
    push: createActor(providePush(effects), {
      id: 'push',
      ...watch,
      input: { permission: notificationState() },
    }),
    locale: createActor(provideLocale(effects), {
      id: 'locale',
      ...watch,
      input: { supported: offeredLanguages.map(({ tag }) => tag) },
    }),
    theme: createActor(provideTheme(effects), {
      id: 'theme',
      ...watch,
      input: { stored: effects.storage.scheme.read(), system: systemScheme() },
    }),
  };
}

/** What news mean to those who did not bring them: the balance, the next page, the way on. */
function followNews({ effects, auth, toasts }: System, go: (path: string) => void): void {
  let isMoneyInSight = false;
  const changeBalance = (balance: string) => {
    const isNew = auth.getSnapshot().context.user?.balance !== balance;
    auth.send({ type: 'balance.changed', balance });
    // its estimate in the local currency is the server's
    if (isNew && isMoneyInSight) auth.send({ type: 'user.outdated' });
  };
  effects.news.subscribe((news) => {
    // a clip that waits for its claim says itself what becomes of it
    const isAwaited = 'claim' in news && effects.awaitedClaims.has(news.claim.id);
    const toast = isAwaited ? null : toastOf(news);
    if (toast) toasts.show(toast);
    const isVisitor = auth.getSnapshot().context.token === null;
    if (news.type === 'share.succeeded' && isVisitor) toasts.show({ kind: 'sharedAsVisitor' });
    if (news.type === 'auth.sessionEnded') go(LOGIN_PATH);
    // the day of the last share was another person's
    if (news.type === 'auth.loggedIn') effects.storage.lastShareDate.write(null);
    if (news.type === 'push.opened') go(news.link);
    if (news.type === 'feed.advanced') effects.nextClip.write(String(news.videoId));
    if (news.type === 'claim.paid') changeBalance(news.answer.balance);
    if (
      news.type === 'reward.welcomed' ||
      news.type === 'withdrawal.factsLoaded' ||
      news.type === 'withdrawal.submitted' ||
      news.type === 'share.rewarded' ||
      news.type === 'task.rewarded'
    ) {
      changeBalance(news.balance);
    }
    if (news.type === 'screen.opened') {
      isMoneyInSight = news.path === MINE_PATH || news.path === WITHDRAW_PATH;
      if (isMoneyInSight) auth.send({ type: 'user.outdated' });
    }
    if (news.type === 'withdrawal.settled' || news.type === 'push.received') {
      auth.send({ type: 'user.outdated' });
    }
  });
}

/** Who is there decides whose claims are sent and whose screens are shown. */
function followUser({ effects, auth, outbox, push, screens }: System): void {
  let userId: number | null = null;
  auth.subscribe(({ context: { user, token } }) => {
    const next = token ? (user?.id ?? null) : null;
    if (next === userId) return;
    userId = next;
    screens.drop();
    if (next !== null) screens.take(dailyShareBlueprint(effects));
    const change =
      next === null
        ? ({ type: 'session.left' } as const)
        : ({ type: 'session.started', userId: next } as const);
    outbox.send(change);
    push.send(change);
  });
}

/**
 * Makes the app-wide actors and connects them to the outside.
 * @param go leads to another screen
 * @param watch who looks on, in development
 */
export function createSystem(go: (path: string) => void, watch: Watch): System {
  const effects = createEffects({
    // not what is stored: another window may have logged somebody else in
    token: () => auth.getSnapshot().context.token,
    onSessionEnded: async (token) => {
      // an open dialog goes with its session: the log-in takes the place of the screen, not of it
      await leaveLayers();
      auth.send({ type: 'session.ended', token });
    },
  });
  const actors = createAppActors(effects, watch);
  const { auth, outbox, locale, theme, install, push, appUpdate } = actors;
  const screens = createScreenActors(effects.news, watch);
  const { news } = effects;
  const feedLogic = provideFeed(
    effects,
    () => auth.getSnapshot().context.user,
    (claim) => outbox.send({ type: 'claim.added', claim }),
  );
  const system: System = {
    ...actors,
    effects,
    screens,
    toasts: createToasts(),
    feed: {
      name: 'feed',
      make: () => ({
        logic: feedLogic,
        input: { firstClip: effects.firstClip, isSoundOn: false, nonce: effects.nonce() },
      }),
    },
  };
  followNews(system, go);
  followUser(system);
  const inviteCode = inviteCodeOfPage();
  // a member was invited already: a code would wait for the next person on this device
  const isMember = effects.storage.session.read() !== null;
  if (inviteCode && !isMember) effects.storage.inviteCode.write(inviteCode);
  auth.on('*', (event: AuthNews) => news.publish(event));
  outbox.on('*', (event: OutboxNews) => news.publish(event));
  push.on('*', (event: PushNews) => news.publish(event));
  appUpdate.on('*', (event: AppUpdateNews) => news.publish(event));
  locale.on('*', (event: LocaleNews) => news.publish(event));
  for (const actor of [theme, locale, install, outbox, push, auth]) actor.start();
  watchPath((path) => news.publish({ type: 'screen.opened', path }));
  watchNewDay(() => news.publish({ type: 'day.began' }));
  return system;
}
