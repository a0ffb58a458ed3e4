import { failureOf } from '../../../machines/failure.ts';
import type { Api } from '../../ports/api.ts';

/** The calls that are on their way now, and those that went astray. */
export interface RunningCalls {
  isAny(): boolean;
  /** calls back when there is one, and when there is none any more; returns an unsubscribe function */
  watch(report: () => void): () => void;
  /** the last call that ended was lost */
  isAnyLost(): boolean;
  /** calls back when one is lost: the server itself did not answer, or could not; returns an unsubscribe function */
  watchLost(report: () => void): () => void;
}

/** Neither an answer of the server's nor our own doing. */
function isLost(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure.kind === 'faulted') return failure.status >= 500;
  return ['offline', 'timeout', 'malformed'].includes(failure.kind);
}

/** The same calls, counted. */
export function countCalls(api: Api): { api: Api; calls: RunningCalls } {
  const watchers = { running: new Set<() => void>(), lost: new Set<() => void>() };
  const tell = (whom: keyof typeof watchers) => {
    for (const listener of [...watchers[whom]]) listener();
  };
  const watch = (what: keyof typeof watchers) => (report: () => void) => {
    watchers[what].add(report);
    return () => watchers[what].delete(report);
  };
  let running = 0;
  let isAnyLost = false;
  const change = (by: number) => {
    running += by;
    tell('running');
  };
  const counted: Api = async (call, input, options) => {
    change(1);
    try {
      const answer = await api(call, input, options);
      isAnyLost = false;
      return answer;
    } catch (error) {
      isAnyLost = isLost(error);
      if (isAnyLost) tell('lost');
      throw error;
    } finally {
      change(-1);
    }
  };
  return {
    api: counted,
    calls: {
      isAny: () => running > 0,
      watch: watch('running'),
      isAnyLost: () => isAnyLost,
      watchLost: watch('lost'),
    },
  };
}
