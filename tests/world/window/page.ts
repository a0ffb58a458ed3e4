import type { Device } from '../device.ts';
import { full } from '../device.ts';
import { answerMs, bringsFiles, outcomeFor } from '../network.ts';
import type { Asked, World } from '../world.ts';
import { Target } from './target.ts';
import { FakeVideo } from './video.ts';
import { Worker } from './worker.ts';

interface Entry {
  path: string;
  state: unknown;
}

/** A page's history. */
class History {
  #entries: Entry[];
  #at = 0;
  readonly #told: () => void;

  constructor(path: string, told: () => void) {
    this.#entries = [{ path, state: null }];
    this.#told = told;
  }

  get entry(): Entry {
    return this.#entries[this.#at] as Entry;
  }

  push(state: unknown, path = this.entry.path): void {
    this.#entries = [...this.#entries.slice(0, this.#at + 1), { path, state }];
    this.#at += 1;
  }

  replace(state: unknown, path = this.entry.path): void {
    this.#entries[this.#at] = { path, state };
  }

  go(by: number): void {
    if (!this.#entries[this.#at + by]) return;
    this.#at += by;
    this.#told();
  }
}

interface Request {
  method: string;
  body?: string;
  headers: Headers | Record<string, string>;
  signal?: AbortSignal;
}

type Reject = (error: unknown) => void;

function askedBy(url: string, { method, body, headers }: Request) {
  const { pathname, searchParams } = new URL(url, 'https://clipurse.example');
  const all = new Headers(headers);
  return {
    ...{ method, path: pathname.replace('/index.php', '') },
    ...{ token: all.get('ba-user-token'), key: all.get('idempotency-key') },
    input: body ? JSON.parse(body) : Object.fromEntries(searchParams),
  };
}

const JSON_TYPE = 'application/json';
const VIEWPORT = 800;

/** One window of the browser, from its loading to its end. */
export class Page {
  readonly world: World;
  readonly device: Device;
  readonly begunAtMs: number;
  readonly isReloaded: boolean;
  readonly target: Target;
  readonly documentTarget: Target;
  readonly worker: Worker;
  readonly history: History;
  readonly videos: FakeVideo[] = [];
  readonly channels = new Set<{ name: string; hear: (message: unknown) => void }>();
  readonly windowListener;
  readonly disk;
  /** the scrolling element around the clips */
  readonly scroller;
  isVisible = true;
  hasGesture = false;
  /** time since which the awake page is visible */
  shownAtMs: number;
  /** the app requests a reload: the invariants judge the reason */
  reloadByApp: () => void = () => undefined;

  constructor(world: World, path: string, isReloaded: boolean) {
    this.world = world;
    this.device = world.device;
    this.disk = { device: this.device, full };
    this.begunAtMs = world.clock.nowMs - 1_000;
    this.isReloaded = isReloaded;
    this.shownAtMs = world.clock.nowMs;
    this.target = new Target(this.guarded);
    this.documentTarget = new Target(this.guarded);
    this.worker = new Worker(this.guarded);
    this.history = new History(path, () => {
      this.target.tell('popstate', { state: this.history.entry.state });
    });
    this.windowListener = {
      isAlive: true,
      onStorage: (key: string) => this.after(1, () => this.target.tell('storage', { key })),
      onChannelMessage: (name: string, message: unknown) =>
        this.after(1, () => {
          for (const channel of this.channels) if (channel.name === name) channel.hear(message);
        }),
    };
    this.device.windows.add(this.windowListener);
    this.scroller = this.#createScroller();
  }

  guarded = (act: () => void) => this.world.clock.guarded(act);
  after = (ms: number, act: () => void) => this.world.clock.after(ms, act, this.windowListener);
  every = (ms: number, act: () => void) => this.world.clock.after(ms, act, this.windowListener, ms);
  cancel = (timer: unknown) => this.world.clock.cancel(timer);

  show(isVisible: boolean): void {
    if (this.isVisible === isVisible) return;
    this.isVisible = isVisible;
    this.shownAtMs = this.world.clock.nowMs;
    this.documentTarget.tell('visibilitychange');
    if (isVisible) this.target.tell('focus');
  }

  /** The device is unlocked: the page becomes visible again. */
  wake(): void {
    if (!this.isVisible) return;
    this.show(false);
    this.show(true);
  }

  createVideo(): FakeVideo {
    const canFetch = (url: string) => this.device.files.has(url) || bringsFiles(this.world.network);
    const surroundings = {
      ...{ after: this.after, cancel: this.cancel, guarded: this.guarded, canFetch },
      hasGesture: () => this.hasGesture,
    };
    const video = new FakeVideo(surroundings, (type) => this.documentTarget.tell(type));
    this.videos.push(video);
    return video;
  }

  /** The page's `fetch`. */
  fetch = (url: string, request: Request): Promise<unknown> => {
    const { signal } = request;
    // the request was never sent
    if (signal?.aborted) return Promise.reject(signal.reason);
    const ended = (begin: (resolve: (answer: object) => void, reject: Reject) => void) =>
      new Promise((resolve, reject) => {
        signal?.addEventListener('abort', () => reject(signal.reason));
        begin(resolve, reject);
      });
    if (url.startsWith('/media/')) return ended((...ends) => this.#fetchFile(url, ...ends));
    const asked = askedBy(url, request);
    this.world.watchCall(this, asked);
    return ended((...ends) => this.#call(asked, signal, ...ends)).finally(() =>
      this.world.endCall(this, asked),
    );
  };

  #fetchFile(url: string, resolve: (answer: object) => void, reject: Reject) {
    this.after(200, () => {
      if (!bringsFiles(this.world.network)) return reject(new TypeError('the connection is gone'));
      this.device.files.add(url);
      resolve({ arrayBuffer: async () => new ArrayBuffer(0) });
    });
  }

  #call(
    asked: Asked & { method: string },
    signal: AbortSignal | undefined,
    resolve: (answer: object) => void,
    reject: Reject,
  ): void {
    const { world } = this;
    const { network } = world;
    const askedAtMs = world.clock.nowMs;
    const outcome = outcomeFor(network, asked.method);
    const delay = () => answerMs(network, world.chance());
    const respond = (status: number, text: string) => {
      const date = new Date(world.clock.nowMs).toUTCString();
      const facts = { date, 'content-type': JSON_TYPE };
      resolve({ status, headers: new Headers(facts), body: {}, text: async () => text });
    };
    // a sent request arrives even if the page ends
    const sent = outcome.arrives
      ? new Promise<ReturnType<typeof world.server.answer>>((arrived) => {
          world.clock.after(
            delay(),
            () => arrived(world.server.answer({ ...asked, askedAtMs })),
            world,
          );
        })
      : null;
    const end = (answer: ReturnType<typeof world.server.answer> | null) =>
      this.after(delay(), () => {
        if (signal?.aborted) return;
        if (outcome.answers === 'cut') return reject(new TypeError('the connection broke'));
        if (outcome.instead) return respond(outcome.instead.status, outcome.instead.text);
        if (!answer) return;
        world.heard(this, answer.exchange);
        respond(200, answer.text);
      });
    if (sent) sent.then(end);
    else if (outcome.answers) end(null);
  }

  #createScroller() {
    const target = new Target(this.guarded);
    const scrollTo = ({ top }: { top: number }) =>
      this.after(200, () => {
        scroller.scrollTop = top;
        target.tell('scroll');
      });
    const scroller = Object.assign(target, { scrollTop: 0, clientHeight: VIEWPORT, scrollTo });
    return scroller;
  }
}
