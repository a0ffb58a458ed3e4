import { setTimeout as delay } from 'node:timers/promises';

const ANSWER_MS = 5_000;

/** Questions that a disk has not answered yet, by the folder. */
const open = new Map<string, Promise<void>>();

/**
 * Asks for something on a disk that may hang, as one of the network does that is away. A question keeps one
 * of Node's four threads until it is answered, so a folder has one question at a time; the next one waits.
 * @returns undefined: there was no answer in five seconds
 * @throws what `question` throws in that time
 */
export async function askDisk<Answer>(
  folder: string,
  question: () => Promise<Answer>,
  withinMs = ANSWER_MS,
): Promise<Answer | undefined> {
  const isOver = new AbortController();
  let isLate = false;
  const setLate = () => {
    isLate = true;
    return undefined;
  };
  const over = delay(withinMs, undefined, { signal: isOver.signal }).then(setLate, () => undefined);
  try {
    // several may wait for the same answer: all but one of them wait for the next
    while (open.has(folder) && !isLate) await Promise.race([open.get(folder), over]);
    if (isLate) return undefined;
    const asked = question();
    const settled = asked.then(
      () => {},
      () => {},
    );
    open.set(
      folder,
      settled.then(() => void open.delete(folder)),
    );
    return await Promise.race([asked, over]);
  } finally {
    isOver.abort();
  }
}

/**
 * Ends the process at once, with `code`. Node waits at its end for the thread that a disk which hangs keeps,
 * for ever perhaps: the system kills the process then.
 */
export function endProcess(code: number): void {
  if (open.size > 0) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** Whether a disk has not answered: the process does not end by itself. */
export const isDiskOwing = (): boolean => open.size > 0;
