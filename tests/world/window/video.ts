import { Target } from './target.ts';

/** The parts of its page that a video element uses. */
export interface Surroundings {
  after(ms: number, act: () => void): number;
  cancel(timer: number): void;
  guarded(act: () => void): void;
  /** does a file load, from the network or a cache? null: no answer ever */
  canFetch(url: string): boolean | null;
  /** the person has touched the page: sound is allowed */
  hasGesture(): boolean;
}

const LOAD_MS = 300;
const STEP_MS = 250;
const DURATION_S = 8;

/** A `<video>` that plays by simulated time. */
export class FakeVideo extends Target {
  readonly NETWORK_LOADING = 2;
  readonly HAVE_CURRENT_DATA = 2;
  readonly HAVE_FUTURE_DATA = 3;
  readonly HAVE_ENOUGH_DATA = 4;
  readonly dataset: Record<string, string> = {};
  muted = true;
  preload = 'auto';
  loop = false;
  paused = true;
  ended = false;
  readyState = 0;
  networkState = 0;
  currentTime = 0;
  readonly playbackRate = 1;
  currentSrc = '';
  /** milliseconds for which each file has really played */
  readonly played = new Map<string, number>();
  error: { code: number } | null = null;
  #src = '';
  #loading = 0;
  #playing = 0;
  #answer: { resolve: () => void; reject: (error: unknown) => void } | null = null;
  readonly #page: Surroundings;
  readonly #bubble: (type: string) => void;

  constructor(page: Surroundings, bubble: (type: string) => void) {
    super(page.guarded);
    this.#page = page;
    this.#bubble = bubble;
  }

  /** Can a person hear it? */
  get isAudible(): boolean {
    return this.isPlaying && !this.muted;
  }

  get isPlaying(): boolean {
    return !this.paused && !this.ended && this.readyState >= this.HAVE_FUTURE_DATA;
  }

  get src(): string {
    return this.#src;
  }

  set src(src: string) {
    this.#src = src;
    this.load();
  }

  getAttribute = (name: string) => (name === 'src' && this.#src ? this.#src : null);
  setAttribute = () => undefined;
  getVideoPlaybackQuality = () => ({ totalVideoFrames: 0, droppedVideoFrames: 0 });

  load(): void {
    this.#page.cancel(this.#loading);
    this.#page.cancel(this.#playing);
    this.#settle(new DOMException('another source', 'AbortError'));
    const wasPlaying = !this.paused;
    Object.assign(this, { readyState: 0, currentTime: 0, ended: false, error: null });
    this.networkState = this.NETWORK_LOADING;
    this.paused = true;
    this.currentSrc = this.#src;
    if (wasPlaying) this.#sayLater('emptied');
    this.#sayLater('loadstart');
    if (this.preload !== 'none') this.#fetch();
  }

  play(): Promise<void> {
    if (!this.muted && !this.#page.hasGesture()) {
      return Promise.reject(new DOMException('needs a finger', 'NotAllowedError'));
    }
    if (this.error) return Promise.reject(new DOMException('no source', 'NotSupportedError'));
    if (this.ended) Object.assign(this, { ended: false, currentTime: 0 });
    const wasPaused = this.paused;
    this.paused = false;
    if (wasPaused) this.#sayLater('play');
    if (this.readyState >= this.HAVE_FUTURE_DATA) {
      this.#begin();
      return Promise.resolve();
    }
    if (this.preload === 'none') this.#fetch();
    return new Promise((resolve, reject) => {
      this.#settle(new DOMException('asked again', 'AbortError'));
      this.#answer = { resolve, reject };
    });
  }

  pause(): void {
    if (this.paused) return;
    this.paused = true;
    this.#page.cancel(this.#playing);
    this.#settle(new DOMException('paused', 'AbortError'));
    this.#sayLater('pause');
  }

  #fetch(): void {
    const comes = this.#page.canFetch(this.#src);
    this.#loading = this.#page.after(LOAD_MS, () => {
      if (comes === null) this.#fetch();
      else if (comes) this.#arrive();
      else this.#fail();
    });
  }

  #arrive(): void {
    this.readyState = this.HAVE_ENOUGH_DATA;
    this.networkState = 1;
    for (const type of ['loadeddata', 'canplay', 'canplaythrough', 'suspend']) this.#say(type);
    if (!this.paused) this.#begin();
  }

  #fail(): void {
    this.error = { code: 2 };
    this.networkState = 3;
    this.#say('error');
    this.#settle(new DOMException('no source', 'NotSupportedError'));
  }

  #begin(): void {
    this.#answer?.resolve();
    this.#answer = null;
    this.#page.cancel(this.#playing);
    this.#playing = this.#page.after(0, () => {
      this.#say('playing');
      this.#step();
    });
  }

  #step(): void {
    this.#playing = this.#page.after(STEP_MS, () => {
      this.currentTime += STEP_MS / 1_000;
      this.played.set(this.#src, (this.played.get(this.#src) ?? 0) + STEP_MS);
      this.#say('timeupdate');
      if (this.paused) return;
      if (this.currentTime < DURATION_S) this.#step();
      else this.#end();
    });
  }

  #end(): void {
    this.ended = true;
    this.paused = true;
    this.#say('pause');
    this.#say('ended');
  }

  #settle(error: DOMException): void {
    const answer = this.#answer;
    this.#answer = null;
    answer?.reject(error);
  }

  /** Dispatches the event in a task of its own: by then the element may have changed. */
  #sayLater(type: string): void {
    this.#page.after(0, () => this.#say(type));
  }

  #say(type: string): void {
    this.tell(type);
    this.#bubble(type);
  }
}
