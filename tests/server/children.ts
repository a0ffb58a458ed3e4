import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { createInterface } from 'node:readline';

/** A program of `children/` that runs in a child process. */
export interface Child {
  readonly process: ChildProcess;
  /** the lines printed so far */
  readonly lines: readonly string[];
  /** resolves with the first line, past or future, that begins with `start`; rejects on exit */
  line(start: string): Promise<string>;
  /** resolves after this many lines, or on exit */
  count(lines: number): Promise<void>;
  /** resolves on exit */
  ended: Promise<unknown>;
}

export function startChild(name: string, ...args: string[]): Child {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'children', name), ...args], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  const lines: string[] = [];
  const watchers = new Set<() => void>();
  let over = false;
  const look = () => {
    for (const watcher of watchers) watcher();
  };
  createInterface({ input: child.stdout }).on('line', (line) => {
    lines.push(line);
    look();
  });
  const ended = once(child, 'close').then(() => {
    over = true;
    look();
  });
  /** Calls `done` after every line, and resolves once it returns a value. */
  const until = <Result>(done: () => Result | undefined) =>
    new Promise<Result>((resolve, reject) => {
      const watcher = () => {
        const result = done();
        if (result === undefined && !over) return;
        watchers.delete(watcher);
        if (result === undefined) reject(new Error(`${name} ended after: ${lines.join(' / ')}`));
        else resolve(result);
      };
      watchers.add(watcher);
      watcher();
    });
  return {
    process: child,
    lines,
    line: (start) => until(() => lines.find((line) => line.startsWith(start))),
    count: (number) =>
      until(() => (lines.length >= number || over ? true : undefined)).then(() => {}),
    ended,
  };
}
