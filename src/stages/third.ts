import { provideAd, provideAds } from '../app/actors/ads.actors.ts';
import { provideAppUpdate } from '../app/actors/app-update.actors.ts';
import { startClipCache } from '../app/actors/clip-cache.actors.ts';
import { startConfig } from '../app/actors/config.actors.ts';
import { startInstall } from '../app/actors/install.actors.ts';
import { startPush } from '../app/actors/push.actors.ts';
import { startRendition } from '../app/actors/rendition.actors.ts';
import { startSharing } from '../app/actors/share.actors.ts';
import { startTheme } from '../app/actors/theme.actors.ts';
import { provideTicker } from '../app/actors/ticker.actors.ts';
import type { Starts } from '../app/system/starts.ts';
import { tolerateTranslators } from '../ports/translators.ts';

export { Extras } from '../app/shell/extras.tsx';

tolerateTranslators();

/** Children that can wait until nothing else needs the network or the main thread. */
export const starts: Starts = (effects, input) => {
  const { user, isFeedOpen } = input;
  const ad = provideAd(effects);
  // looks up the country before a form needs it
  effects.country();
  return [
    startConfig(effects, input),
    startInstall(effects, input),
    startPush(effects, input),
    startRendition(effects, input),
    startTheme(effects, input),
    {
      id: 'ads',
      logic: provideAds(effects),
      readInput: () => ({
        country: user?.country ?? null,
        isFeedOpen,
        readAd: () => ad,
      }),
    },
    ...startSharing('share-feed')(effects, input),
    ...startSharing('share-limit')(effects, input),
    startClipCache(effects, input),
    { id: 'ticker', logic: provideTicker(effects) },
    ...(import.meta.env.PROD
      ? [{ id: 'appUpdate', logic: provideAppUpdate(effects) } as const]
      : []),
  ];
};
