import { setTimeout as delay } from 'node:timers/promises';

const ANSWER_MS = 5_000;

/** Unanswered questions to disks, by folder. */
const pendingCalls = new Map<string, Promise<void>>();

/**
 * Asks a disk that may hang, such as a network disk that is away, with a timeout. An unanswered question
 * blocks one of Node's four threads, so a folder has one question at a time; the next one waits.
 * @returns undefined: there was no answer in five seconds
 * @throws what `question` throws in that time
 */
export async function withDiskTimeout<Answer>(
  folder: string,
  question: () => Promise<Answer>,
  withinMs = ANSWER_MS,
): Promise<Answer | undefined> {
  const timerController = new AbortController();
  let isLate = false;
  const setLate = () => {
    isLate = true;
    return undefined;
  };
  const over = delay(withinMs, undefined, { signal: timerController.signal }).then(
    setLate,
    () => undefined,
  );
  try {
    // several callers may wait for the same answer: all but the first then wait for the next
    while (pendingCalls.has(folder) && !isLate)
      await Promise.race([pendingCalls.get(folder), over]);
    if (isLate) return undefined;
    const asked = question();
    const settled = asked.then(
      () => {},
      () => {},
    );
    pendingCalls.set(
      folder,
      settled.then(() => void pendingCalls.delete(folder)),
    );
    return await Promise.race([asked, over]);
  } finally {
    timerController.abort();
  }
}

/**
 * Ends the process at once, with `code`. At its end Node would wait, perhaps for ever, for a thread that a
 * hanging disk blocks: in this case the process kills itself.
 */
export function endProcess(code: number): void {
  if (pendingCalls.size > 0) process.kill(process.pid, 'SIGKILL');
  process.exit(code);
}

/** Whether a disk has not answered: Node does not end by itself then. */
export const hasPendingDiskCalls = (): boolean => pendingCalls.size > 0;
