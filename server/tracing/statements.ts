import type pg from 'pg';
import { inSpan, tracingOf } from './tracing.ts';

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * Traces each statement of a pool that runs within a span, as a child span named by operation and table, or by
 * the statement's name. The statement's text and values are not traced.
 */
export function traceStatements(pool: pg.Pool): void {
  if (tracingOf() === null) return;
  traceQueries(pool);
  pool.on('connect', traceQueries);
}

function traceQueries(target: object): void {
  const traced = target as { query: Query };
  const { query } = traced;
  traced.query = function (...args) {
    const name = nameOf(args[0]);
    // a call with a callback is the pool's own, for a query that has its span already
    const isCounted = name !== null && typeof args.at(-1) !== 'function';
    if (!isCounted || !tracingOf()?.hasActiveSpan()) return query.apply(this, args);
    const facts = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    return inSpan({ name, kind: 'client', facts }, () => query.apply(this, args));
  };
}

/** @returns null: the argument is no statement but a stream of rows */
function nameOf(statement: unknown): string | null {
  if (typeof statement === 'string') return summaryOf(statement);
  const { name, text, submit } = statement as { name?: string; text?: string; submit?: unknown };
  if (submit !== undefined || text === undefined) return null;
  return name ?? summaryOf(text);
}

const WRITES =
  /\b(insert)\s+into\s+(\w+)|\b(update)\s+(?!skip\b|of\b|set\b)(\w+)|\b(delete)\s+from\s+(\w+)/i;
const READS = /\bfrom\s+(\w+)/i;
const CALLS = /\bselect\s+(\w+)\s*\(/i;

/** Summarizes a statement by its first write, else by the first table or function that it reads, without values. */
export function summaryOf(text: string): string {
  // string literals and comments may contain anything
  const code = text.replace(/'(?:[^']|'')*'|--[^\n]*/g, ' ');
  const write = WRITES.exec(code)?.slice(1).filter(Boolean).join(' ');
  const read = (READS.exec(code) ?? CALLS.exec(code))?.[1];
  const [verb = ''] = /\w+/.exec(code) ?? [];
  return write?.toLowerCase() ?? (read ? `select ${read}` : verb.toLowerCase());
}
