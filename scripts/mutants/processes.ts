import { type ChildProcess, fork, spawnSync } from 'node:child_process';

/** A child process that answers one order after the other. */
export interface Worker<Order, Answer> {
  /** null: no answer within the time limit; the process is then useless */
  ask(order: Order, withinMs: number): Promise<Answer | null>;
  /** kills the process and all its descendants */
  end(): void;
  /** lets the process end by itself, so that it also ends the programs that it has started */
  close(): Promise<void>;
}

/** Heap limit: a test that fills the memory because of a fault then ends in seconds, not minutes. */
const HEAP = '--max-old-space-size=512';

/** How long a process may take to end. */
const CLOSE_MS = 15_000;

/** The descendants of a process. */
function descendantsOf(pid: number): number[] {
  const { stdout } = spawnSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' });
  const all = (stdout ?? '').split('\n').map((line) => line.trim().split(/\s+/).map(Number));
  const children = Map.groupBy(all, ([, parent]) => parent);
  const below = (parent: number): number[] =>
    (children.get(parent) ?? []).flatMap(([child = 0]) => [child, ...below(child)]);
  return below(pid);
}

function signal(pid: number, name: 'SIGKILL' | 'SIGINT'): void {
  try {
    process.kill(pid, name);
  } catch {
    // the process has ended by itself
  }
}

function kill({ pid }: ChildProcess): void {
  if (!pid) return;
  const started = descendantsOf(pid);
  signal(-pid, 'SIGKILL');
  // a test's Postgres is in a process group of its own; this signal ends it without waiting for clients
  for (const each of started) signal(each, 'SIGINT');
}

const ask = <Order extends object, Answer>(child: ChildProcess, order: Order, withinMs: number) =>
  new Promise<Answer | null>((resolve, reject) => {
    const late = setTimeout(() => finish(() => resolve(null)), withinMs);
    const answered = (answer: Answer) => finish(() => resolve(answer));
    const exited = () => finish(() => reject(new Error('a worker has ended')));
    const finish = (settle: () => void) => {
      clearTimeout(late);
      child.off('message', answered);
      child.off('exit', exited);
      settle();
    };
    child.on('message', answered);
    child.on('exit', exited);
    child.send(order);
  });

async function close(child: ChildProcess): Promise<void> {
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const late = setTimeout(() => kill(child), CLOSE_MS);
  if (child.connected) child.disconnect();
  if (child.exitCode === null && child.signalCode === null) await ended;
  clearTimeout(late);
}

/** @param folder the working directory of the process */
export function startWorker<Order extends object, Answer>(
  program: string,
  folder: string,
): Promise<Worker<Order, Answer>> {
  const child = fork(program, [folder], {
    cwd: folder,
    // a process group of its own, so that it can be killed together with the processes of its tests
    detached: true,
    env: {
      ...process.env,
      NO_COLOR: '1',
      // all walks of a machine, because a sample of them may miss a fault
      TEST_VOLUME: 'full',
      NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} ${HEAP}`.trim(),
    },
  });
  const worker: Worker<Order, Answer> = {
    ask: (order, withinMs) => ask(child, order, withinMs),
    end: () => kill(child),
    close: () => close(child),
  };
  return new Promise((resolve, reject) => {
    child.once('message', () => resolve(worker));
    child.once('exit', () => reject(new Error('a worker has ended before it began')));
  });
}
