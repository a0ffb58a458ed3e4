declare global {
  interface Navigator {
    /** the installed apps of this page's manifest; only in Chromium */
    getInstalledRelatedApps?(): Promise<readonly object[]>;
  }
}

/** Chromium's event when the app can be installed. TypeScript's library has no type for it. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallPort {
  isInstalled(): boolean;
  /** this window is the installed app itself, without the browser's bars */
  isStandalone: boolean;
  watch(report: (event: 'offered' | 'installed') => void): () => void;
  /** shows the browser's prompt, which works once; @throws when there is none */
  prompt(): Promise<'accepted' | 'dismissed'>;
}

const isStandalone = () => matchMedia('(display-mode: standalone)').matches;

/** Asks the browser whether the app is installed on this device. */
function lookForApp(found: () => void): void {
  navigator.getInstalledRelatedApps?.().then(
    (apps) => {
      if (apps.length > 0) found();
    },
    // the browser does not allow the question on this page, for example in a frame
    () => undefined,
  );
}

/**
 * Catches the browser's offer to install. The event may fire before other code runs, and only once, so this port must
 * be created first.
 */
export function createInstallPort(): InstallPort {
  let offer: BeforeInstallPromptEvent | null = null;
  let hasInstalled = isStandalone();
  const listeners = new Set<(event: 'offered' | 'installed') => void>();
  const notify = (event: 'offered' | 'installed') => {
    for (const listener of listeners) listener(event);
  };
  addEventListener('beforeinstallprompt', (event) => {
    event.preventDefault();
    offer = event as BeforeInstallPromptEvent;
    // no browser offers an installed app: the user has removed it
    hasInstalled = false;
    notify('offered');
  });
  const found = () => {
    hasInstalled = true;
    offer = null;
    notify('installed');
  };
  addEventListener('appinstalled', found);
  return {
    isInstalled: () => hasInstalled,
    isStandalone: isStandalone(),
    watch: (report) => {
      listeners.add(report);
      if (hasInstalled) report('installed');
      else if (offer) report('offered');
      else lookForApp(found);
      return () => listeners.delete(report);
    },
    prompt: async () => {
      if (!offer) throw new Error('not offered');
      const used = offer;
      offer = null;
      return (await used.prompt()).outcome;
    },
  };
}
