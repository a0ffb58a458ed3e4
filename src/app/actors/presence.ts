import { fromCallback } from 'xstate';
import { watchPageVisibility } from '../../ports/visibility.ts';
import type { News, NewsDesk } from '../news.ts';
import { watchPath } from '../path.ts';

/** Calls back with whether a screen is looked at: its path is open, and so is the tab. */
function followPresence(ownPath: string, report: (isPresent: boolean) => void): () => void {
  let isVisible = true;
  let isHere = true;
  const tell = () => report(isVisible && isHere);
  const leavePage = watchPageVisibility((visible) => {
    isVisible = visible;
    tell();
  });
  const leavePath = watchPath((path) => {
    isHere = path === ownPath;
    tell();
  });
  return () => {
    leavePage();
    leavePath();
  };
}

/** Reports whether a screen is looked at, at every change. */
export const watchPresence = (ownPath: string) =>
  fromCallback(({ sendBack }) =>
    followPresence(ownPath, (isPresent) => sendBack({ type: 'presence.changed', isPresent })),
  );

export interface Aging {
  /** the screen that shows it: opened again it is asked for anew, and unseen it is not */
  screen?: string;
  isOutdatedBy?: (news: News) => boolean;
}

/** Calls back when something is out of date and seen: at once, or when somebody looks again. */
export function followAging(
  news: NewsDesk,
  { screen, isOutdatedBy = () => false }: Aging,
  report: () => void,
): () => void {
  let isPresent = screen === undefined;
  let isOutdated = false;
  const tell = () => {
    if (!isPresent || !isOutdated) return;
    isOutdated = false;
    report();
  };
  const leaveNews = news.subscribe((item) => {
    const isOpening = item.type === 'screen.opened' && item.path === screen;
    if (!isOpening && !isOutdatedBy(item)) return;
    isOutdated = true;
    tell();
  });
  const leave = screen
    ? followPresence(screen, (present) => {
        isPresent = present;
        tell();
      })
    : () => undefined;
  return () => {
    leaveNews();
    leave();
  };
}
