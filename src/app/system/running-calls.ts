import { failureOf } from '../../../machines/failure.ts';
import type { Api } from '../../ports/api.ts';

/** The running calls, and whether calls were lost. */
export interface RunningCalls {
  isAny(): boolean;
  /** calls back when a call starts or ends; returns an unsubscribe function */
  watch(report: () => void): () => void;
  /** the last ended call was lost */
  lastCallLost(): boolean;
  /**
   * calls back when a call is lost: the server itself has not answered, or has failed; returns an unsubscribe
   * function
   */
  watchLost(report: () => void): () => void;
}

/** Whether a call was lost, by the server or on the way: no refusal, and no fault of this app. */
function isLost(error: unknown): boolean {
  const failure = failureOf(error);
  if (failure.kind === 'faulted') return failure.status >= 500;
  return ['offline', 'timeout', 'malformed'].includes(failure.kind);
}

/** The same API, with its calls counted. */
export function countCalls(api: Api): { api: Api; calls: RunningCalls } {
  const watchers = { running: new Set<() => void>(), lost: new Set<() => void>() };
  const notify = (whom: keyof typeof watchers) => {
    for (const listener of [...watchers[whom]]) listener();
  };
  const watch = (what: keyof typeof watchers) => (report: () => void) => {
    watchers[what].add(report);
    return () => watchers[what].delete(report);
  };
  let running = 0;
  let lastCallLost = false;
  const change = (by: number) => {
    running += by;
    notify('running');
  };
  const counted: Api = async (call, input, options) => {
    change(1);
    try {
      const answer = await api(call, input, options);
      lastCallLost = false;
      return answer;
    } catch (error) {
      lastCallLost = isLost(error);
      if (lastCallLost) notify('lost');
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
      lastCallLost: () => lastCallLost,
      watchLost: watch('lost'),
    },
  };
}
