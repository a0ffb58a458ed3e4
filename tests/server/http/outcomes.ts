import type { Received } from './client.ts';

/** Counts the outcomes: `ok`, or the reason of a refusal. */
export function outcomes(all: readonly Received[]): Record<string, number> {
  const counts: Record<string, number> = {};
  for (const { envelope } of all) {
    const name = envelope.code === 1 ? 'ok' : String(envelope.data?.reason ?? envelope.code);
    counts[name] = (counts[name] ?? 0) + 1;
  }
  return counts;
}
