declare global {
  interface Navigator {
    /** the apps of this page's manifest that are installed; of Chromium alone */
    getInstalledRelatedApps?(): Promise<readonly object[]>;
  }
}

/** What Chromium hands over when the app can be installed. Not in TypeScript's library. */
interface BeforeInstallPromptEvent extends Event {
  prompt(): Promise<{ outcome: 'accepted' | 'dismissed' }>;
}

export interface InstallPort {
  isInstalled(): boolean;
  /** this window is the installed app itself, without the browser's bars */
  isStandalone: boolean;
  watch(report: (event: 'offered' | 'installed') => void): () => void;
  /** shows the offer and uses it up; @throws when there is none */
  prompt(): Promise<'accepted' | 'dismissed'>;
}

const isStandalone = () => matchMedia('(display-mode: standalone)').matches;

/** A page in a browser may learn that the app is on this device already. */
function lookForApp(found: () => void): void {
  navigator.getInstalledRelatedApps?.().then(
    (apps) => {
      if (apps.length > 0) found();
    },
    // not for this page, such as one in a frame
    () => undefined,
  );
}

/**
 * Catches the browser's offer to install. It may come before anything else runs, and comes only
 * once, so this has to be made first.
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
    // no browser offers what is there: it was removed
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
