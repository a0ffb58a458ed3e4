import solver from './proof-solver.ts?worker&url';

/** A module only in development, where the worker is not bundled: older versions of Firefox run no module workers. */
const options: WorkerOptions = import.meta.env.DEV ? { type: 'module' } : {};

/**
 * Solves a challenge in a worker, so that the page stays responsive.
 * @returns the proof
 * @throws when the browser runs no worker, and on errors in the worker
 */
export function solve(challenge: string, signal: AbortSignal): Promise<string> {
  return new Promise<string>((resolve, reject) => {
    signal.throwIfAborted();
    const worker = new Worker(solver, options);
    const end = () => worker.terminate();
    signal.addEventListener('abort', end);
    worker.onmessage = ({ data }: MessageEvent<string>) => {
      end();
      resolve(data);
    };
    worker.onerror = (event) => {
      end();
      reject(event);
    };
    worker.postMessage(challenge);
  });
}
