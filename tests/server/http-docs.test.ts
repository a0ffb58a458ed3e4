import * as v from 'valibot';
import { beforeAll, describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { faults } from '../../contract/reasons.ts';
import { summaries } from '../../contract/summaries.ts';
import { examples } from '../../server/http/openapi/examples.ts';
import { fieldMeanings } from '../../server/http/openapi/fields.ts';
import { type CallName, table } from './http/client.ts';
import { expectAnswer, pathsOf } from './http/coverage.ts';
import { server, setUpServer } from './http/server.setup.ts';

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly security: object[];
  readonly parameters?: { name: string; description: string; in: string }[];
  readonly requestBody?: { content: Record<string, { schema: { properties?: object } }> };
  readonly responses: Record<
    string,
    { content: Record<string, { examples: Record<string, { value: unknown }> }> }
  >;
}
interface Document {
  readonly openapi: string;
  readonly servers: { url: string }[];
  readonly paths: Record<string, Record<string, Operation>>;
  readonly components: Record<string, Record<string, unknown>>;
}

const entries = Object.entries(table) as [CallName, Call][];
let document: Document;
let page: string;
let pageHeaders: Headers;

setUpServer({ config: { publicUrl: 'https://clips.example' } });
beforeAll(async () => {
  await server.domain.configure({ 'debug.pages': 'true' });
  const response = await fetch(`${server.url}/openapi.json`);
  expect(response.headers.get('content-type')).toBe('application/json; charset=utf-8');
  document = (await response.json()) as Document;
  const answer = await fetch(`${server.url}/docs`);
  page = await answer.text();
  pageHeaders = answer.headers;
});

type Described = { name?: string; in?: string; description?: string; properties?: object };

/**
 * Returns name and meaning of all properties and parameters, except those of the envelope (code,
 * msg, data).
 */
function fieldsIn(part: unknown): [string, string | undefined][] {
  if (typeof part !== 'object' || part === null) return [];
  const { name = '', in: place, description, properties = {} } = part as Described;
  const own = 'msg' in properties ? [] : Object.entries(properties as Record<string, Described>);
  return [
    ...(place === 'query' ? [[name, description] as [string, string | undefined]] : []),
    ...own.map(([field, schema]): [string, string | undefined] => [field, schema.description]),
    ...Object.values(part).flatMap(fieldsIn),
  ];
}

const operationOf = (call: Call) => document.paths[call.path]?.[call.method.toLowerCase()];

// Calls without an idempotency key: claims carry their own keys, calls that take the password have
// none, and neither have calls that are idempotent anyway.
const keyless: readonly Call[] = [
  ...[table.sendClaims, table.changePassword, table.deleteAccount, table.makeRecoveryCodes],
  ...[table.changeEmail, table.passkeyOptions, table.proveByPassword, table.proveByPasskey],
  ...[table.sendProgress, table.sendConfirmLink],
];

describe('the OpenAPI document', () => {
  test('is OpenAPI 3.1 and holds exactly the calls of the contract', () => {
    expect(document.openapi).toBe('3.1.0');
    expect(document.servers).toEqual([{ url: 'https://clips.example/index.php' }]);
    const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods));
    expect(operations.map(({ operationId }) => operationId).sort()).toEqual(
      entries.map(([name]) => name).sort(),
    );
  });

  test.each(entries)('%s: outcomes, faults and access', (name, call) => {
    const operation = operationOf(call);
    const isOneAttempt = !keyless.includes(call);
    const keyed = call.method === 'POST' && call.access === 'private' && isOneAttempt;
    const shown = operation?.responses[200]?.content['application/json']?.examples ?? {};
    expect(Object.keys(shown)).toEqual([
      'success',
      ...call.refusals,
      ...(keyed ? ['idempotency_key_reused'] : []),
      ...(call.access === 'private' ? ['session_303', 'session_401', 'session_409'] : []),
    ]);
    const success = { code: 1, msg: 'ok', data: examples[name].gives };
    expect(shown.success?.value).toEqual(success);
    expect(Object.keys(operation?.responses ?? {})).toEqual(
      ['200', ...Object.values(faults).map(String)].sort(),
    );
    expect(operation?.summary).toBe(summaries[name]);
    expect(operation?.security).toEqual(
      call.access === 'public' ? [{}, { token: [] }] : [{ token: [] }],
    );
  });

  test.each(entries)('%s: lists every field of its input', (_name, call) => {
    const options = 'options' in call.takes ? (call.takes.options as object[]) : [call.takes];
    const taken = new Set(
      options.flatMap((option) => ('entries' in option ? Object.keys(option.entries ?? {}) : [])),
    );
    const operation = operationOf(call);
    const text = JSON.stringify(
      call.method === 'GET' ? operation?.parameters : operation?.requestBody,
    );
    const undocumented = [...taken].filter(
      (name) => !text.includes(`"${name}":{`) && !text.includes(`"name":"${name}"`),
    );
    expect(undocumented).toEqual([]);
  });

  test('has no unresolved reference', () => {
    const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)];
    const lost = references
      .map(([, path = '']) => path)
      .filter((path) => {
        const [first = '', kind = '', name = ''] = path.split('/');
        return first !== 'components' || document.components[kind]?.[name] === undefined;
      });
    expect(lost).toEqual([]);
    expect(references.length).toBeGreaterThan(100);
  });
});

test('server/http/openapi/fields.ts describes each field, and no others', () => {
  const fields = new Map(fieldsIn(document));
  const unexplained = [...fields].filter(([, meaning]) => !meaning).map(([name]) => name);
  expect({ unexplained }).toEqual({ unexplained: [] });
  const stale = Object.keys(fieldMeanings).filter((name) => !fields.has(name));
  expect({ stale }).toEqual({ stale: [] });
});

test.each(entries)('%s: its example matches the contract', (name, call) => {
  const { takes, gives } = examples[name];
  expect(v.safeParse(call.takes, takes).success).toBe(true);
  expect(v.parse(call.gives, gives)).toStrictEqual(gives);
});

test.each(['/docs', '/openapi.json'])(
  'HEAD %s is answered as GET, without a body',
  async (path) => {
    const [get, head] = await Promise.all(
      ['GET', 'HEAD'].map((method) => fetch(server.url + path, { method })),
    );
    const about = (response?: Response) =>
      ['content-type', 'content-length', 'etag'].map((name) => response?.headers.get(name));
    expect([head?.status, about(head)]).toEqual([200, about(get)]);
    expect(await head?.text()).toBe('');
  },
);

describe('the documentation page', () => {
  test('states the maximum size of a body', () => {
    expect(page).toContain('UTF-8, at most 64 KiB.');
  });

  test.each(entries)('explains %s', (name, call) => {
    const section = page.slice(page.indexOf(`<article id="${name}">`)).split('</article>')[0] ?? '';
    expect(section).toContain(`/index.php${call.path}`);
    for (const reason of call.refusals) expect(section).toContain(`<code>${reason}</code>`);
    for (const path of pathsOf(examples[name].takes)) expect(section).toContain(path);
  });

  test('needs no script, and nothing of other hosts', () => {
    const example = 'https://updates.push.services.mozilla.com/wpush/v2/example';
    expect(page.replaceAll(example, '')).not.toMatch(
      /<script|<img|https?:\/\/(?!(clipurse|tea)\.example)/,
    );
    expect(pageHeaders.get('content-security-policy')).toMatch(/style-src 'self' 'sha256-[^']+'/);
    expect(pageHeaders.get('content-type')).toBe('text/html; charset=utf-8');
  });
});

test('without debug.pages neither page is served, and the app’s settings say so', async () => {
  await server.domain.configure({ 'debug.pages': 'false' });
  for (const path of ['/docs', '/openapi.json']) {
    expect((await fetch(server.url + path)).status).toBe(404);
  }
  expect(await expectAnswer(server.visitor(), 'getAppConfig')).toMatchObject({
    debug_pages: false,
  });
  await server.domain.configure({ 'debug.pages': 'true' });
  expect((await fetch(`${server.url}/docs`)).status).toBe(200);
});
