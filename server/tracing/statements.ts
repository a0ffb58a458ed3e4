import type pg from 'pg';
import { inSpan, tracingOf } from './tracing.ts';

type Query = (...args: unknown[]) => Promise<unknown>;

/**
 * Each statement of a pool that is sent within a span has a span of its own: what it does to which table,
 * or the name that the code gave it. Its text and its values stay here.
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
    // with a callback it is the pool's own call on a connection, of a query that has its span
    const isCounted = name !== null && typeof args.at(-1) !== 'function';
    if (!isCounted || !tracingOf()?.isWithin()) return query.apply(this, args);
    const facts = { 'db.system.name': 'postgresql', 'db.query.summary': name };
    return inSpan({ name, kind: 'client', facts }, () => query.apply(this, args));
  };
}

/** @returns null: it is no statement but something that reads or writes a stream of rows */
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

/** What a statement does first, and to which table or by which function: names of the code alone. */
export function summaryOf(text: string): string {
  // texts and comments may say anything
  const code = text.replace(/'(?:[^']|'')*'|--[^\n]*/g, ' ');
  const write = WRITES.exec(code)?.slice(1).filter(Boolean).join(' ');
  const read = (READS.exec(code) ?? CALLS.exec(code))?.[1];
  const [verb = ''] = /\w+/.exec(code) ?? [];
  return write?.toLowerCase() ?? (read ? `select ${read}` : verb.toLowerCase());
}
