import type { AppConfig } from '../../../contract/app-config.ts';
import { linkedClipIn } from '../../../contract/clip-link.ts';
import type { Video } from '../../../contract/shapes.ts';
import { type Api, type ApiSession, createApi } from '../../ports/api.ts';
import { type ClipScroller, createClipScroller } from '../../ports/clip-scroller.ts';
import { readFirstClip } from '../../ports/first-clip.ts';
import { createInstallPort, type InstallPort } from '../../ports/install.ts';
import { createPlayers, type Players } from '../../ports/media.ts';
import { newId } from '../../ports/new-id.ts';
import { createServerClock, type ServerClock } from '../../ports/server-clock.ts';
import { cookie, createStorage, type Storage, type StoredValue } from '../../ports/storage.ts';
import { countCalls, type RunningCalls } from './running-calls.ts';

/** The ports that the machines' actors use: server calls, storage, players and others. */
export interface Effects {
  api: Api;
  calls: RunningCalls;
  storage: Storage;
  serverClock: ServerClock;
  /** spec section 1: the chosen language is stored for 30 days */
  language: StoredValue<string>;
  /** the user's choice to save data or not; the server's first clip depends on it */
  dataChoice: StoredValue<string>;
  /** the clip that the server puts into the next page */
  nextClip: StoredValue<string>;
  /** the file of that clip that is already on the device, at least in part: the next page plays the clip from this file */
  nextSrc: StoredValue<string>;
  /** the rendition of clips, on this page and the next */
  rendition: StoredValue<string>;
  install: InstallPort;
  players: Players;
  /** separate from the feed's players */
  landingPlayers: Players;
  clipScroller: ClipScroller;
  firstClip: Video | null;
  /** the clip that the page's address names, unless it is known to be gone */
  linkedClip: string | undefined;
  /** the file from which the page plays `firstClip` */
  firstSrc: string | null;
  /** whether clips first wait for a tap: the server did not preload the clip, or the user chose to save data */
  waitsForTap: () => boolean;
  /** the operator's settings: all callers share one answer, until a caller bypasses the cache */
  config: (bypassCache?: boolean) => Promise<AppConfig>;
  /** the probable country of this browser; looked up once the settings are loaded, null if unknown, never rejects */
  country: () => Promise<string | null>;
  /** a new prefix for the ids that this page makes, unique across devices */
  idPrefix: () => string;
}

const LANGUAGE_DAYS = 30;
const NEXT_CLIP_DAYS = 30;
/** The time for which the service worker caches a clip. */
const NEXT_SRC_DAYS = 3;
const RENDITION_DAYS = 30;
const DATA_CHOICE_DAYS = 365;

/** Returns a function that calls `ask` and caches its answer; it asks again after a failure, or to bypass the cache. */
function once<Answer>(ask: () => Promise<Answer>): (bypassCache?: boolean) => Promise<Answer> {
  let kept: Promise<Answer> | null = null;
  return (bypassCache = false) => {
    if (kept && !bypassCache) return kept;
    const asked = ask().catch((error: unknown) => {
      if (kept === asked) kept = null;
      throw error;
    });
    kept = asked;
    return asked;
  };
}

/** The country that the operator's trace page names, if one is set and answers; else the server's guess. */
async function countryOf({ trace_url: traceUrl, country }: AppConfig): Promise<string | null> {
  if (traceUrl === null) return country;
  const { lookUpCountry } = await import('../../ports/country.ts');
  return (await lookUpCountry(traceUrl)).location ?? country;
}

/** Creates the effects: storage, calls, players and all other ports. */
export function createEffects(session: ApiSession): Effects {
  const storage = createStorage();
  const serverClock = createServerClock(storage.serverAheadMs);
  const { api, calls } = countCalls(createApi(session, serverClock.adjust));
  const dataChoice = cookie('data', DATA_CHOICE_DAYS);
  const first = readFirstClip();
  const rendition = cookie('rendition', RENDITION_DAYS);
  const ofPage = first?.element.dataset.rendition;
  if (ofPage) rendition.write(ofPage);
  const config = once(async () => {
    const { getAppConfig } = await import('../../../contract/config.calls.ts');
    return api(getAppConfig, {});
  });
  const country = once(async () => countryOf(await config()));
  return {
    api,
    calls,
    storage,
    serverClock,
    language: cookie('language', LANGUAGE_DAYS),
    dataChoice,
    nextClip: cookie('clip', NEXT_CLIP_DAYS),
    nextSrc: cookie('src', NEXT_SRC_DAYS),
    rendition,
    install: createInstallPort(),
    players: createPlayers(first?.element ?? null),
    landingPlayers: createPlayers(null),
    clipScroller: createClipScroller(),
    firstClip: first?.video ?? null,
    linkedClip: linkedClipIn(location.search),
    firstSrc: first?.element.getAttribute('src') ?? null,
    waitsForTap: () => first?.element.preload === 'none' || dataChoice.read() === 'less',
    config,
    country: () => country().catch(() => null),
    idPrefix: newId,
  };
}
