import * as v from 'valibot';
import { expect } from 'vitest';
import type { InputOf, OutputOf } from '../../../contract/call.ts';

import type { Reason } from '../../../contract/reasons.ts';
import { refusalMessages } from '../../../server/http/messages.ts';
import { type CallName, type Calls, type Client, type Received, table } from './client.ts';

/** Coverage of one call by this run: refusals, and fields in answers and requests. */
interface CallCoverage {
  readonly refusals: Set<Reason>;
  /** paths of fields in answers: `list[].id` */
  readonly gives: Set<string>;
  /** paths of fields that an answered request carried */
  readonly takes: Set<string>;
}

export const coverage = Object.fromEntries(
  Object.keys(table).map((name) => [
    name,
    { refusals: new Set(), gives: new Set(), takes: new Set() },
  ]),
) as Record<CallName, CallCoverage>;

/** Forgets the coverage of other test files, which may have run before in the same process. */
export function resetCoverage(): void {
  for (const callCoverage of Object.values(coverage))
    for (const seen of Object.values(callCoverage)) seen.clear();
}

/** Makes a call that must succeed; its data must match the contract, without further fields. */
export async function expectAnswer<Name extends CallName>(
  client: Client,
  name: Name,
  input: InputOf<Calls[Name]> = {} as InputOf<Calls[Name]>,
  headers: Record<string, string> = {},
): Promise<OutputOf<Calls[Name]>> {
  const received = await client.send(name, input, headers);
  expect(received.envelope).toMatchObject({ code: 1, msg: 'ok' });
  expectBusiness(received);
  const { data } = received.envelope;
  expect(v.parse(table[name].gives, data)).toStrictEqual(data);
  for (const path of pathsOf(data)) coverage[name].gives.add(path);
  for (const path of pathsOf(input)) coverage[name].takes.add(path);
  return data as OutputOf<Calls[Name]>;
}

/** Makes a call that must be refused for this reason, with exactly these details. */
export async function expectRefusal<Name extends CallName>(
  client: Client,
  name: Name,
  input: InputOf<Calls[Name]>,
  reason: Calls[Name]['refusals'][number] | 'idempotency_key_reused',
  detail: Record<string, unknown> = {},
  headers: Record<string, string> = {},
): Promise<void> {
  const received = await client.send(name, input, headers);
  expect(received.envelope).toEqual({
    code: 0,
    msg: refusalMessages[reason],
    data: { reason, ...detail },
  });
  expectBusiness(received);
  coverage[name].refusals.add(reason);
}

/** Expects HTTP 200 and `no-store`, as for every success and refusal. */
function expectBusiness(received: Received): void {
  expect(received.status).toBe(200);
  expect(received.headers.get('content-type')).toBe('application/json; charset=utf-8');
  expect(received.headers.get('cache-control')).toBe('no-store');
}

/** Returns the paths of all fields in a value. */
export function pathsOf(value: unknown, prefix = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsOf(item, `${prefix}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    return [path, ...pathsOf(inner, path)];
  });
}

/** Returns the paths of all fields of a schema; a record's keys are not fields. */
export function schemaPaths(schema: v.GenericSchema, prefix = ''): string[] {
  if ('entries' in schema) {
    return Object.entries(schema.entries as Record<string, v.GenericSchema>).flatMap(
      ([key, inner]) => {
        const path = prefix === '' ? key : `${prefix}.${key}`;
        return [path, ...schemaPaths(inner, path)];
      },
    );
  }
  if ('item' in schema) return schemaPaths(schema.item as v.GenericSchema, `${prefix}[]`);
  if ('wrapped' in schema) return schemaPaths(schema.wrapped as v.GenericSchema, prefix);
  if ('options' in schema && (schema.type === 'variant' || schema.type === 'union')) {
    return (schema.options as v.GenericSchema[]).flatMap((option) => schemaPaths(option, prefix));
  }
  return [];
}
