/** What Chromium hands over when the app can be installed. Not in TypeScript's library. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallPort {
  isInstalled(): boolean;
  /** this window is the installed app itself, without the browser's bars */
  isStandalone: boolean;
  /** every browser there installs from its share button, and none has a prompt */
  isApple: boolean;
  watch(report: (event: 'offered' | 'installed') => void): () => void;
  /** shows the offer and uses it up; @throws when there is none */
  prompt(): Promise<'accepted' | 'dismissed'>;
}

/** An iPad calls itself a Mac, but no Mac has a touch screen. */
const isApple = () =>
  /iPad|iPhone|iPod/.test(navigator.userAgent) ||
  (/Macintosh/.test(navigator.userAgent) && navigator.maxTouchPoints > 1);

const isStandalone = () => matchMedia('(display-mode: standalone)').matches;

/**
 * Catches the browser's offer to install. It may come before anything else runs, and comes only
 * once, so this has to be made first.
 */
export function createInstallPort(): InstallPort {
  let offer: BeforeInstallPromptEvent | null = null;
  let hasInstalled = isStandalone();
  const listeners = new Set<(event: 'offered' | 'installed') => void>();
  const tell = (event: 'offered' | 'installed') => {
    for (const listener of listeners) listener(event);
  };
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as BeforeInstallPromptEvent;
    tell('offered');
  });
  addEventListener('appinstalled', () => {
    hasInstalled = true;
    offer = null;
    tell('installed');
  });
  return {
    isInstalled: () => hasInstalled,
    isApple: isApple(),
    isStandalone: isStandalone(),
    watch: (report) => {
      listeners.add(report);
      if (hasInstalled) report('installed');
      else if (offer) report('offered');
      return () => listeners.delete(report);
    },
    prompt: async () => {
      if (!offer) throw new Error('the browser has offered nothing');
      const used = offer;
      offer = null;
      return (await used.prompt()).outcome;
    },
  };
}
