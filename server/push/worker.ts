import type pg from 'pg';
import { spreadAnnouncement } from './announcement.ts';
import type { Fcm, Outcome } from './fcm.ts';
import { MAX_AGE_MS, messageOf } from './message.ts';
import { type Claimed, claim, postpone, remove, removeToken } from './queue.ts';

/** Something that kept messages from arriving; it names no person and no token. */
export class PushError extends Error {
  override readonly name = 'PushError';
}

export interface WorkerOptions {
  readonly pool: pg.Pool;
  readonly fcm: Fcm;
  /** where people reach the app, no slash at the end */
  readonly publicUrl: string;
  /** told why messages did not arrive, each reason once a batch */
  readonly onError: (error: unknown) => void;
  readonly now: () => Date;
  /** from 0 to below 1 */
  readonly random: () => number;
}

/** Messages that one worker takes at once, and requests that it has open at once. */
const BATCH = 50;
const LANES = 10;
/**
 * How long a batch is this worker's alone: more than five rounds of ten requests of 10 s each. What
 * a killed worker held is sent by another one after this time. If it was killed between FCM's
 * answer and the row's deletion, or answered later than the lease lasts, that message goes out a
 * second time: nobody can commit here and at FCM in one step, and a message too many, which
 * replaces itself on the device by its tag, is better than one that never comes.
 */
const LEASE_MS = 120_000;

const FIRST_WAIT_MS = 10_000;
const LONGEST_WAIT_MS = 60 * 60 * 1_000;

/**
 * How long to wait after so many attempts: twice as long each time, never less than was asked for,
 * and up to half as long again by chance, so that what failed together does not come together.
 */
function waitOf(attempts: number, askedMs: number, random: () => number): number {
  const stepMs = Math.min(FIRST_WAIT_MS * 2 ** (attempts - 1), LONGEST_WAIT_MS);
  return Math.round(Math.max(stepMs, askedMs) * (1 + random() / 2));
}

const later = (instant: Date, milliseconds: number) => new Date(instant.getTime() + milliseconds);

/**
 * Sends everything that is due, and resolves when nothing is left that no other worker is sending.
 * Any number of workers may do this at once.
 * @param signal ends it early: what is being sent is finished, the rest is given back
 * @throws what the database throws; the messages come back when their lease ends
 */
export type Work = (signal: AbortSignal) => Promise<void>;

export function createWorker(options: WorkerOptions): Work {
  const { pool, fcm, publicUrl, onError, now, random } = options;

  /** @returns why the message did not arrive, if that is worth telling */
  async function settle(message: Claimed, outcome: Outcome): Promise<string | undefined> {
    switch (outcome.kind) {
      case 'sent':
        await remove(pool, message);
        return;
      case 'unregistered':
        await removeToken(pool, message);
        return;
      case 'refused':
        await remove(pool, message);
        return `a message was given up: ${outcome.why}`;
      case 'later': {
        const dueAt = later(now(), waitOf(message.attempts, outcome.waitMs, random));
        if (dueAt < later(message.created_at, MAX_AGE_MS)) {
          await postpone(pool, message, dueAt);
          return outcome.why;
        }
        await remove(pool, message);
        return `a message was given up: ${outcome.why}`;
      }
    }
  }

  async function handle(message: Claimed, signal: AbortSignal): Promise<string | undefined> {
    const at = now();
    const { fcm_token, is_true, created_at } = message;
    const isNews = at.getTime() - created_at.getTime() < MAX_AGE_MS;
    if (fcm_token === null || !is_true || !isNews) await remove(pool, message);
    else if (signal.aborted) await postpone(pool, message, at);
    else return settle(message, await fcm.send(messageOf(message, fcm_token, publicUrl, at)));
  }

  async function sendBatch(batch: readonly Claimed[], signal: AbortSignal): Promise<void> {
    const whys = new Set<string>();
    const waiting = batch.values();
    const lanes = Array.from({ length: LANES }, async () => {
      for (const message of waiting) {
        const why = await handle(message, signal);
        if (why !== undefined) whys.add(why);
      }
    });
    // every lane ends before the batch does, also when one of them fails
    const ends = await Promise.allSettled(lanes);
    for (const why of whys) onError(new PushError(why));
    const failure = ends.find((end) => end.status === 'rejected');
    if (failure) throw failure.reason;
  }

  return async (signal) => {
    while (!signal.aborted) {
      const taken = await spreadAnnouncement(pool, now());
      const batch = await claim(pool, now(), later(now(), LEASE_MS), BATCH);
      if (batch.length === 0 && taken === 0) return;
      await sendBatch(batch, signal);
    }
  };
}
