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

/** The outside world as the machines' actors get it. */
export interface Effects {
  api: Api;
  calls: RunningCalls;
  storage: Storage;
  serverClock: ServerClock;
  /** spec section 1: the chosen language is kept for 30 days */
  language: StoredValue<string>;
  /** whether a person wants clips to use less data; the server's first clip goes by it */
  dataChoice: StoredValue<string>;
  /** the clip that the server puts into the next page */
  nextClip: StoredValue<string>;
  /** its file that is on the device already: the next page fetches no other one */
  nextSrc: StoredValue<string>;
  /** which files clips are played from, on this page and the next */
  rendition: StoredValue<string>;
  install: InstallPort;
  players: Players;
  /** the landing page's, beside the feed's */
  landingPlayers: Players;
  clipScroller: ClipScroller;
  firstClip: Video | null;
  /** that the page's address names, unless it is known to be gone */
  linkedClip: string | undefined;
  /** the file that the page plays it from */
  firstSrc: string | null;
  /** as far as is known at first: the server left the clip to be tapped, or a person wants it so */
  waitsForTap: () => boolean;
  /** what the operator has set: one answer for whoever wants it, until it is asked for anew */
  config: (isAnew?: boolean) => Promise<AppConfig>;
  /** where this browser probably is; looked up once, null where nobody can tell, never fails */
  country: () => Promise<string | null>;
  /** unlike any other, on any device */
  idPrefix: () => string;
}

const LANGUAGE_DAYS = 30;
const NEXT_CLIP_DAYS = 30;
/** As long as the service worker keeps a clip. */
const NEXT_SRC_DAYS = 3;
const RENDITION_DAYS = 30;
const DATA_CHOICE_DAYS = 365;

/** Asks at the first call and keeps the answer; a failure is forgotten, and asked anew. */
function once<Answer>(ask: () => Promise<Answer>): (isAnew?: boolean) => Promise<Answer> {
  let kept: Promise<Answer> | null = null;
  return (isAnew = false) => {
    if (kept && !isAnew) return kept;
    const asked = ask().catch((error: unknown) => {
      if (kept === asked) kept = null;
      throw error;
    });
    kept = asked;
    return asked;
  };
}

/** By the trace page, where the operator named one and it answers; else as the server sees it. */
async function countryOf({ trace_url: traceUrl, country }: AppConfig): Promise<string | null> {
  if (traceUrl === null) return country;
  const { lookUpCountry } = await import('../../ports/country.ts');
  return (await lookUpCountry(traceUrl)).location ?? country;
}

/** Connects to the outside. */
export function createEffects(session: ApiSession): Effects {
  const storage = createStorage();
  const serverClock = createServerClock(storage.serverAheadMs);
  const { api, calls } = countCalls(createApi(session, serverClock.hear));
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
