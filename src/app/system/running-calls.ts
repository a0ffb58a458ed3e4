import type { Api } from '../../ports/api.ts';

/** The calls that are on their way now. */
export interface RunningCalls {
  isAny(): boolean;
  /** calls back when there is one, and when there is none any more; returns an unsubscribe function */
  watch(report: () => void): () => void;
}

/** The same calls, counted. */
export function countCalls(api: Api): { api: Api; calls: RunningCalls } {
  const listeners = new Set<() => void>();
  let running = 0;
  const change = (by: number) => {
    running += by;
    for (const listener of [...listeners]) listener();
  };
  const counted: Api = async (call, input, options) => {
    change(1);
    try {
      return await api(call, input, options);
    } finally {
      change(-1);
    }
  };
  const watch: RunningCalls['watch'] = (report) => {
    listeners.add(report);
    return () => listeners.delete(report);
  };
  return { api: counted, calls: { isAny: () => running > 0, watch } };
}
