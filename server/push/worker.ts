import type pg from 'pg';
import type { Now } from '../database/clock.ts';
import { addMilliseconds } from '../domain/time.ts';
import { inSpan } from '../tracing/tracing.ts';
import { fanOutAnnouncement } from './announcement.ts';
import type { Fcm } from './fcm.ts';
import { MAX_AGE_MS, messageOf, webPushOf } from './message.ts';
import {
  type LeasedMessage,
  leaseMessages,
  postponeMessage,
  removeAddress,
  removeMessage,
} from './queue.ts';
import { retryDelay, type SendResult } from './result.ts';
import type { WebPush } from './web-push.ts';

/** The reason why messages did not arrive; it names no person and no address. */
class PushError extends Error {
  override readonly name = 'PushError';
}

export interface WorkerOptions {
  readonly pool: pg.Pool;
  /** null: FCM is not set up */
  readonly fcm: Fcm | null;
  readonly webPush: WebPush;
  /** origin of the app, no slash at the end */
  readonly publicUrl: string;
  /** receives the reasons why messages did not arrive, each once a batch */
  readonly onError: (error: unknown) => void;
  readonly now: Now;
  /** from 0 to below 1 */
  readonly random: () => number;
}

/** Messages that one worker leases at once, and its parallel requests. */
const BATCH = 50;
const CONCURRENCY = 10;
/**
 * How long a batch belongs to this worker: more than five rounds of ten requests of 10 s each. After
 * this time another worker sends the messages of a killed one. If it was killed between the push
 * service's answer and the row's deletion, or got the answer after its lease, that message is sent
 * twice: no transaction spans this database and the service, and a duplicate, which replaces the first
 * on the device by its tag, is better than a lost message.
 */
const LEASE_MS = 120_000;

/** @returns a function that sends to the device; null: it is unreachable, or needs FCM, which is not set up */
function senderOf(
  { fcm_token, web_push, ...event }: LeasedMessage,
  { fcm, webPush, publicUrl }: WorkerOptions,
  at: Date,
): (() => Promise<SendResult>) | null {
  if (fcm && fcm_token) return () => fcm.send(messageOf(event, fcm_token, publicUrl, at));
  if (web_push) return () => webPush.send(web_push, webPushOf(event, publicUrl, at));
  return null;
}

const sendTraced = ({ kind }: LeasedMessage, send: () => Promise<SendResult>) =>
  inSpan(
    { name: 'push send', kind: 'client', facts: { 'clipurse.push.kind': kind } },
    async (note) => {
      const result = await send();
      note({ 'clipurse.result': result.kind });
      return result;
    },
  );

/**
 * Sends everything that is due, and resolves when no other message is due, apart from those that
 * other workers are leasing. Any number of workers may do this at once.
 * @param signal stops the sending: current sends are finished, the other messages are due again at once
 * @throws errors of the database; the messages are due again when their lease ends
 */
export type SendDue = (signal: AbortSignal) => Promise<void>;

export function createWorker(options: WorkerOptions): SendDue {
  const { pool, onError, now, random } = options;

  /** @returns why the message did not arrive, if it is worth reporting */
  async function applyResult(
    message: LeasedMessage,
    result: SendResult,
  ): Promise<string | undefined> {
    switch (result.kind) {
      case 'sent':
        await removeMessage(pool, message);
        return;
      case 'unregistered':
        await removeAddress(pool, message);
        return;
      case 'refused':
        await removeMessage(pool, message);
        return `a message was given up: ${result.reason}`;
      case 'retry': {
        const dueAt = addMilliseconds(
          now(),
          retryDelay(message.attempts, result.minDelayMs, random),
        );
        if (dueAt < addMilliseconds(message.created_at, MAX_AGE_MS)) {
          await postponeMessage(pool, message, dueAt);
          return result.reason;
        }
        await removeMessage(pool, message);
        return `a message was given up: ${result.reason}`;
      }
    }
  }

  async function deliver(message: LeasedMessage, signal: AbortSignal): Promise<string | undefined> {
    const at = now();
    const { is_current, created_at } = message;
    const isFresh = at.getTime() - created_at.getTime() < MAX_AGE_MS;
    const send = senderOf(message, options, at);
    if (!send || !is_current || !isFresh) await removeMessage(pool, message);
    else if (signal.aborted) await postponeMessage(pool, message, at);
    else return applyResult(message, await sendTraced(message, send));
  }

  async function sendBatch(batch: readonly LeasedMessage[], signal: AbortSignal): Promise<void> {
    const reasons = new Set<string>();
    const waiting = batch.values();
    const senders = Array.from({ length: CONCURRENCY }, async () => {
      for (const message of waiting) {
        const reason = await deliver(message, signal);
        if (reason !== undefined) reasons.add(reason);
      }
    });
    // every sender ends before the batch does, even if one of them fails
    const results = await Promise.allSettled(senders);
    for (const reason of reasons) onError(new PushError(reason));
    const failure = results.find((result) => result.status === 'rejected');
    if (failure) throw failure.reason;
  }

  return async (signal) => {
    while (!signal.aborted) {
      await fanOutAnnouncement(pool, now());
      const batch = await leaseMessages(pool, now(), addMilliseconds(now(), LEASE_MS), BATCH);
      if (batch.length === 0) return;
      await sendBatch(batch, signal);
    }
  };
}
