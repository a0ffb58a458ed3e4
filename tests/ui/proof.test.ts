import { afterEach, expect, test, vi } from 'vitest';
import { solve } from '../../src/ports/proof.ts';

afterEach(() => vi.unstubAllGlobals());

/** Replaces `Worker`. @returns a function that gets the first fake worker, for which the test answers */
function stubWorker() {
  const workers: { asked: unknown[]; isOver: boolean; onmessage?: unknown; onerror?: unknown }[] =
    [];
  class Stub {
    asked: unknown[] = [];
    isOver = false;
    onmessage = (_: { data: string }) => undefined;
    onerror = (_: unknown) => undefined;
    constructor() {
      workers.push(this);
    }
    postMessage(text: unknown) {
      this.asked.push(text);
    }
    terminate() {
      this.isOver = true;
    }
  }
  vi.stubGlobal('Worker', Stub);
  return () => workers[0] as unknown as Stub;
}

test('a worker solves the challenge, returns the proof, and is ended', async () => {
  const worker = stubWorker();
  const proof = solve('a challenge', new AbortController().signal);
  expect([worker().asked, worker().isOver]).toEqual([['a challenge'], false]);
  worker().onmessage({ data: 'a proof' });
  expect([await proof, worker().isOver]).toEqual(['a proof', true]);
});

test('a worker that fails, and a browser without workers, reject', async () => {
  const worker = stubWorker();
  const proof = solve('a challenge', new AbortController().signal);
  worker().onerror('out of memory');
  await expect(proof).rejects.toBe('out of memory');
  expect(worker().isOver).toBe(true);
  vi.stubGlobal('Worker', undefined);
  await expect(solve('a challenge', new AbortController().signal)).rejects.toThrow(TypeError);
});

test('aborting ends the worker of a proof of work that is running', () => {
  const worker = stubWorker();
  const leaving = new AbortController();
  solve('a challenge', leaving.signal).catch(() => undefined);
  leaving.abort();
  expect(worker().isOver).toBe(true);
});
