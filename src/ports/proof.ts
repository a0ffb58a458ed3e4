import solver from './proof-solver.ts?worker&url';

/** The development server does not bundle it; of a bundle an older Firefox takes no modules. */
const options: WorkerOptions = import.meta.env.DEV ? { type: 'module' } : {};

/**
 * Does the work of a challenge beside the page, which stays alive meanwhile.
 * @returns the proof
 * @throws whatever keeps a browser from running a worker, and what goes wrong in one
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
