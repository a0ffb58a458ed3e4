import type { Page } from './page.ts';

/** Locks that all windows share; a closed window holds none. */
export const locksOf = ({ device, windowListener }: Page) => ({
  request: async (name: string, { signal }: { signal: AbortSignal }, work: () => unknown) => {
    let release = () => {};
    await new Promise<void>((resolve, reject) => {
      let isGranted = false;
      // an abort does not release a granted lock
      signal.addEventListener('abort', () => {
        if (!isGranted) release();
        reject(signal.reason);
      });
      release = device.lock(name, windowListener, () => {
        isGranted = true;
        resolve();
      });
    });
    try {
      return await work();
    } finally {
      release();
    }
  },
});

/** Channels between windows and workers. */
export function channelsOf(page: Page) {
  class Channel {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    readonly #name: string;
    constructor(name: string) {
      this.#name = name;
      page.channels.add({ name, hear: (data) => this.onmessage?.({ data }) });
    }
    postMessage = (message: unknown) => page.device.tell(this.#name, message, page.windowListener);
    close = () => {
      this.onmessage = null;
    };
  }
  class Port {
    onmessage: ((event: { data: unknown }) => void) | null = null;
    other: Port | null = null;
    postMessage = (data: unknown) => page.after(1, () => this.other?.onmessage?.({ data }));
    close = () => undefined;
  }
  class Pair {
    port1 = new Port();
    port2 = new Port();
    constructor() {
      this.port1.other = this.port2;
      this.port2.other = this.port1;
    }
  }
  return { BroadcastChannel: Channel, MessageChannel: Pair };
}
