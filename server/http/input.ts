import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import type { Call, ParsedInputOf } from '../../contract/call.ts';
import { isBeyondNumberedPages, NUMBERED_ENTRIES } from '../../contract/values.ts';
import { fieldsOf } from './body.ts';
import { invalidRequest } from './envelope.ts';

/**
 * Parses a request's input by the call's own schema.
 * @throws TransportFault 400 with the reason for each field
 */
export function inputOf<C extends Call>(call: C, request: FastifyRequest): ParsedInputOf<C> {
  const raw = call.method === 'GET' ? queryOf(request.url) : (request.body ?? {});
  if (typeof raw !== 'object' || Array.isArray(raw)) {
    throw invalidRequest({ body: 'must be an object' });
  }
  const result = v.safeParse(call.takes, raw, { abortPipeEarly: true });
  if (!result.success) throw invalidRequest(whyInvalid(result.issues));
  checkText(result.output);
  if (isBeyondNumberedPages(result.output)) {
    throw invalidRequest({ page: `beyond the first ${NUMBERED_ENTRIES} entries: ask by a key` });
  }
  return result.output;
}

function queryOf(url: string): Record<string, string> {
  const start = url.indexOf('?');
  return fieldsOf(new URLSearchParams(start === -1 ? '' : url.slice(start)));
}

/** The first reason for each field, without the value: it may be a password. */
function whyInvalid(issues: readonly v.BaseIssue<unknown>[]): Record<string, string> {
  const fields: Record<string, string> = {};
  for (const issue of issues) {
    const name = v.getDotPath(issue) ?? 'body';
    fields[name] ??= whyIssue(issue);
  }
  return fields;
}

function whyIssue(issue: v.BaseIssue<unknown>): string {
  if (issue.input === undefined) return 'is missing';
  // all of Valibot's own messages begin with this word, the contract's never
  return issue.message.startsWith('Invalid ') ? `must be ${issue.expected}` : issue.message;
}

/** Refuses text that Postgres or UTF-8 cannot represent: it is the client's mistake, not our fault. */
function checkText(value: unknown, name = ''): void {
  if (typeof value === 'string' && (value.includes('\0') || !value.isWellFormed())) {
    throw invalidRequest({ [name]: 'has a character that is no text' });
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) {
    checkText(inner, name === '' ? key : `${name}.${key}`);
  }
}
