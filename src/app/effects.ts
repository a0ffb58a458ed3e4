import { getAppConfig } from '../../contract/calls.ts';
import type { AppConfig, Video } from '../../contract/shapes.ts';
import { type Api, type ApiSession, createApi } from '../ports/api.ts';
import { lookUpCountry } from '../ports/country.ts';
import { createInstallPort, type InstallPort } from '../ports/install.ts';
import { createPlayers, type Players } from '../ports/media.ts';
import { createStage, type Stage } from '../ports/stage.ts';
import { cookie, createStorage, type Fact, type Storage } from '../ports/storage.ts';
import { createNewsDesk, type NewsDesk } from './news.ts';
import { countCalls, type RunningCalls } from './running-calls.ts';

/** The outside world as the machines' actors get it. */
export interface Effects {
  api: Api;
  calls: RunningCalls;
  storage: Storage;
  /** spec section 1: the chosen language is kept for 30 days */
  language: Fact<string>;
  /** the clip that the server puts into the next page */
  nextClip: Fact<string>;
  install: InstallPort;
  players: Players;
  /** the landing page's, beside the feed's */
  landingPlayers: Players;
  stage: Stage;
  news: NewsDesk;
  /** claims whose reward a clip on the stage will announce itself */
  awaitedClaims: Set<string>;
  firstClip: Video | null;
  /** what the server says about the product; asked for once, until a message says it has changed */
  config: () => Promise<AppConfig>;
  /** where this browser probably is; looked up once, null where nobody can tell, never fails */
  country: () => Promise<string | null>;
  /** unlike any other, on any device */
  nonce: () => string;
}

const LANGUAGE_DAYS = 30;
const NEXT_CLIP_DAYS = 30;

/** The clip that the server put into the page, if it did. */
function readFirstClip(): { element: HTMLVideoElement; video: Video } | null {
  const element = document.querySelector<HTMLVideoElement>('#first-clip');
  const data = document.querySelector('#first-clip-data');
  if (!element || !data?.textContent) return null;
  // written by the server that also wrote this script's address
  return { element, video: JSON.parse(data.textContent) };
}

interface Once<Answer> {
  answer: () => Promise<Answer>;
  forget: () => void;
}

/** Asks at the first call and keeps the answer; a failure is forgotten, and asked anew. */
function once<Answer>(ask: () => Promise<Answer>): Once<Answer> {
  let asked: Promise<Answer> | null = null;
  const forget = () => {
    asked = null;
  };
  const answer = () => {
    asked ??= ask().catch((error: unknown) => {
      forget();
      throw error;
    });
    return asked;
  };
  return { answer, forget };
}

/** By the trace page, where the operator named one and it answers; else as the server sees it. */
async function countryOf({ trace_url: traceUrl, country }: AppConfig): Promise<string | null> {
  const found = traceUrl === null ? null : await lookUpCountry(traceUrl);
  return found?.location ?? country;
}

/** Connects to the outside. */
export function createEffects(session: ApiSession): Effects {
  const storage = createStorage();
  const { api, calls } = countCalls(createApi(session));
  const first = readFirstClip();
  const news = createNewsDesk();
  const config = once(() => api(getAppConfig, {}));
  const country = once(async () => countryOf(await config.answer()));
  // the first listener: whoever asks because of this message gets the new answer
  news.subscribe((item) => {
    if (item.type === 'push.received' && item.kind === 'daily_limit') config.forget();
  });
  return {
    api,
    calls,
    storage,
    language: cookie('language', LANGUAGE_DAYS),
    nextClip: cookie('clip', NEXT_CLIP_DAYS),
    install: createInstallPort(),
    players: createPlayers(first?.element ?? null),
    landingPlayers: createPlayers(null),
    stage: createStage(),
    news,
    awaitedClaims: new Set(),
    firstClip: first?.video ?? null,
    config: config.answer,
    country: () => country.answer().catch(() => null),
    nonce: () => crypto.randomUUID().replaceAll('-', '').slice(0, 20),
  };
}
