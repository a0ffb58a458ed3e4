import type { FastifyReply } from 'fastify';
import type { Envelope } from '../../contract/envelope.ts';
import { type Fault, faults } from '../../contract/reasons.ts';
import { Refusal, SessionEnded } from '../domain/context.ts';
import { faultMessages, refusalMessages, sessionEndedMessages } from './messages.ts';

/** An answer, ready to send. */
export interface Answer {
  /** HTTP status */
  readonly status: number;
  /** the envelope's exact text */
  readonly text: string;
  /** the answer's name in logs and metrics: `ok`, `replayed`, a refusal's reason, `session_401`, a fault's name */
  readonly outcome: string;
  /** in seconds */
  readonly retryAfter?: number;
}

/** A fault that is answered with its own HTTP status, not with 200. */
export class TransportFault extends Error {
  readonly fault: Fault;
  readonly data: Record<string, unknown> | null;
  /** in seconds */
  readonly retryAfter: number | undefined;

  constructor(fault: Fault, detail: { data?: Record<string, unknown>; retryAfter?: number } = {}) {
    super(fault);
    this.name = 'TransportFault';
    this.fault = fault;
    this.data = detail.data ?? null;
    this.retryAfter = detail.retryAfter;
  }
}

/** 400, with the reason for each invalid field. */
export function invalidRequest(fields: Readonly<Record<string, string>>): TransportFault {
  return new TransportFault('invalid_request', { data: { reason: 'invalid_request', fields } });
}

/** Makes a fault 503; the client may retry soon. */
export function unavailable(retryAfter = 1): TransportFault {
  return new TransportFault('unavailable', { retryAfter });
}

/** @param data matches the call's schema; never null */
export function success(data: unknown): Answer {
  return { status: 200, text: textOf(1, 'ok', data), outcome: 'ok' };
}

export function refused({ reason, detail }: Refusal): Answer {
  const text = textOf(0, refusalMessages[reason], { reason, ...detail });
  return { status: 200, text, outcome: reason };
}

function sessionOver({ code }: SessionEnded): Answer {
  const text = textOf(code, sessionEndedMessages[code], null);
  return { status: 200, text, outcome: `session_${code}` };
}

function faulted({ fault, data, retryAfter }: TransportFault): Answer {
  const status = faults[fault];
  const text = textOf(status, faultMessages[fault], data);
  return { status, text, outcome: fault, ...(retryAfter === undefined ? {} : { retryAfter }) };
}

function textOf(code: number, msg: string, data: unknown): string {
  return JSON.stringify({ code, msg, data } satisfies Record<keyof Envelope, unknown>);
}

/** The answer to an error that is thrown on purpose; any other error is classified first. */
export function answerTo(error: Refusal | SessionEnded | TransportFault): Answer {
  if (error instanceof Refusal) return refused(error);
  if (error instanceof SessionEnded) return sessionOver(error);
  return faulted(error);
}

export function sendAnswer(reply: FastifyReply, answer: Answer): FastifyReply {
  reply.request.outcome = answer.outcome;
  if (answer.retryAfter !== undefined) reply.header('retry-after', answer.retryAfter);
  return reply
    .code(answer.status)
    .header('cache-control', 'no-store')
    .type('application/json; charset=utf-8')
    .send(answer.text);
}

declare module 'fastify' {
  interface FastifyRequest {
    /** the answer's outcome, for logs and metrics; empty for files */
    outcome: string;
  }
}
