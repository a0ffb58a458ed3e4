/** Talks to the other windows of this browser; nobody hears where it has no such thing. */
export interface Channel {
  tell(message: unknown): void;
  close(): void;
}

/** @param report gets what other windows tell, never one's own */
export function openChannel(name: string, report: (message: unknown) => void): Channel {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => report(data);
    return { tell: (message) => channel.postMessage(message), close: () => channel.close() };
  } catch {
    return { tell: () => undefined, close: () => undefined };
  }
}
