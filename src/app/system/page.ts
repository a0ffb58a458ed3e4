import { fromCallback } from 'xstate';
import type { AppEvent, PageCommand } from '../../../machines/app/events.ts';
import { isForMembers } from '../../../machines/app/screens.ts';
import { formatFor } from '../../i18n/country.ts';
import { watchConnectivity, watchReturn, watchVisibility } from '../../ports/page-state.ts';
import { fetchPosters } from '../../ports/posters.ts';
import { hideStartNotice, showStartNotice } from '../../ports/start-notice.ts';
import { utcDay } from '../components/utc-day.ts';
import type { Effects } from './effects.ts';
import { onIdle } from './on-idle.ts';
import { loginPathFor, navigate, paths, returnPathOf, screenAt, watchScreen } from './paths.ts';

/** Opens the log-in; after the log-in, a visitor returns to the members-only screen that they had opened. */
function logIn(): void {
  const screen = screenAt(location.pathname);
  if (screen === 'login') return;
  // the language actor reads the language of a link from the query after this redirect
  const { search } = location;
  const to = isForMembers(screen)
    ? loginPathFor(screen) + search.replace('?', '&')
    : paths.login + search;
  // replaces the history entry of that screen, so that the Back button opens each screen once
  navigate(to, { replace: true });
}

const isReloaded = () =>
  performance
    .getEntriesByType('navigation')
    .some((entry) => (entry as PerformanceNavigationTiming).type === 'reload');

function handle({ nextClip, nextSrc, rendition, storage }: Effects, command: PageCommand): void {
  switch (command.type) {
    case 'page.logIn':
      logIn();
      break;
    case 'page.return':
      navigate(returnPathOf(location.search), { replace: true });
      break;
    case 'page.follow':
      navigate(command.link, { replace: command.link === location.pathname });
      break;
    case 'page.storeFirstClip':
      nextClip.write(String(command.videoId));
      nextSrc.write(command.src);
      break;
    case 'page.storeRendition':
      rendition.write(command.rendition);
      break;
    case 'page.reload':
      // only once: after a reload, a failed load on a good connection would fail again
      if (!isReloaded()) location.reload();
      break;
    case 'page.storePaid':
      import('../../ports/cached-feed.ts').then(
        ({ storePaid }) => storePaid(storage, command.videoId),
        () => undefined,
      );
      break;
    case 'page.fetchPosters':
      fetchPosters(command.posters);
      break;
    case 'page.forgetShareDay':
      storage.lastShareDate.write(null);
      break;
    case 'page.formatFor':
      formatFor(command.country);
      break;
    case 'page.showStartFailure':
      showStartNotice();
      break;
    case 'page.forgetPushSync': {
      const token = storage.pushToken.read();
      if (token) storage.pushToken.write({ ...token, isSynced: false });
    }
  }
}

/** The same pause as after a boot phase that could not be loaded. */
const DAYS_RETRY_MS = 5_000;

/**
 * The page, as an actor of the root machine: reports the screen at the page's address, visibility,
 * connectivity and new days, and executes the root's commands.
 * @param draw renders the app
 */
export const createPage = (effects: Effects, draw: () => Promise<void>) =>
  fromCallback<PageCommand>(({ sendBack, receive }) => {
    const report: (event: AppEvent) => void = sendBack;
    const unsubscribe = [
      watchScreen((screen) => report({ type: 'screen.opened', screen })),
      watchVisibility((isVisible) => {
        const day = utcDay(effects.serverClock.nowMs());
        report({ type: 'visibility.changed', isVisible, atMs: Date.now(), day });
      }),
      watchReturn(() => report({ type: 'page.returned' })),
      watchConnectivity((isOnline) => report({ type: 'connectivity.changed', isOnline })),
    ];
    let isDrawn = false;
    let areDaysWatched = false;
    const watchDays = async () => {
      // the actor may have been stopped meanwhile
      if (areDaysWatched || unsubscribe.length === 0) return;
      areDaysWatched = true;
      try {
        const { watchNewDay } = await import('../../ports/day.ts');
        if (unsubscribe.length === 0) return;
        unsubscribe.push(watchNewDay(effects.serverClock, () => report({ type: 'day.began' })));
      } catch {
        areDaysWatched = false;
        setTimeout(watchDays, DAYS_RETRY_MS);
      }
    };
    const onPageIdle = () => {
      report({ type: 'page.idle' });
      // a new day is not watched for before the page is idle
      watchDays();
    };
    receive((command) => {
      if (command.type === 'page.awaitIdle') onIdle(onPageIdle);
      else if (command.type !== 'page.draw') handle(effects, command);
      else if (!isDrawn) {
        isDrawn = true;
        // ends the timer of the page's start notice; if drawing fails, the notice appears or stays
        draw().then(hideStartNotice);
      }
    });
    return () => {
      for (const each of unsubscribe.splice(0)) each();
    };
  });
