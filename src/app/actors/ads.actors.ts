import { getAdList, getDisplayRules } from '../../../contract/ad.calls.ts';
import { adMachine } from '../../../machines/ad.machine.ts';
import { type AdPage, adsMachine } from '../../../machines/ads.machine.ts';
import { promises } from '../system/adapters.ts';
import type { Effects } from '../system/effects.ts';
import { provideVideo } from './feed.actors.ts';

const PAGE_SIZE = 20;

/**
 * Loads the display rules and the first page with an advertisement that can still be shown today.
 * For a member, `getAdList` starts the watch time of the listed advertisements on the server. It comes
 * long before an advertisement is on the stage, so no claim is too early.
 * @param userCountry the country of the user's account; null: unknown
 */
async function loadAds(
  { api, country: lookUpCountry }: Effects,
  userCountry: string | null,
  signal: AbortSignal,
): Promise<AdPage> {
  const rules = await api(getDisplayRules, {}, { signal });
  if (rules.every_n_videos === 0) return { rules, ads: [], isComplete: true };
  const country = userCountry ?? (await lookUpCountry());
  for (let page = 1; ; page += 1) {
    const query = { page, limit: PAGE_SIZE, ...(country && { country }) };
    const { list, total } = await api(getAdList, query, { signal });
    const isComplete = page * PAGE_SIZE >= total;
    const isShown = list.some((ad) => !(ad.watched_today && ad.clicked_today));
    if (isShown || isComplete) return { rules, ads: list, isComplete };
  }
}

/** The machine of an advertisement, with the players of the feed. */
export const provideAd = ({ players }: Effects) =>
  adMachine.provide({ actors: { video: provideVideo(players) } });

/** The machine that plans the advertisements, with its calls. */
export const provideAds = (effects: Effects) =>
  adsMachine.provide({
    actors: promises(adsMachine, {
      loadAds: ({ input: { country }, signal }) => loadAds(effects, country, signal),
    }),
  });
