/** Messages between the tabs of this browser; where the browser has no `BroadcastChannel`, no tab receives any. */
export interface Channel {
  post(message: unknown): void;
  close(): void;
}

/** @param report gets the messages of other tabs, never of this tab */
export function openChannel(name: string, report: (message: unknown) => void): Channel {
  try {
    const channel = new BroadcastChannel(name);
    channel.onmessage = ({ data }) => report(data);
    return { post: (message) => channel.postMessage(message), close: () => channel.close() };
  } catch {
    return { post: () => undefined, close: () => undefined };
  }
}
