import { describe, expect, test } from 'vitest';
import type { Call } from '../../contract/call.ts';
import { addAd } from './ad.support.ts';
import { block } from './http/accounts.suite.ts';
import { type CallName, Client, type Received, table } from './http/client.ts';
import { server, setUpServer } from './http/server.setup.ts';
import type { User } from './http/server.ts';

const names = Object.keys(table) as CallName[];
const privateCalls = names.filter((name) => table[name].access === 'private');
const publicCalls = names.filter((name) => table[name].access === 'public');

setUpServer();

const ended = (code: number, msg: string) => ({ status: 200, envelope: { code, msg, data: null } });
const UNKNOWN = ended(401, 'The session is over; log in again.');
const CHANGED = ended(409, 'The account was blocked or its password has changed; log in again.');
const FRESH = ended(303, 'A fresh login is needed.');
const LONG_AGO = '2025-01-01T00:00:00.000Z';

/** How a session can end, and the answer to a call with the session's token. */
const endings: [string, object, (user: User) => Promise<void>][] = [
  ['expired', UNKNOWN, (user) => setSession(user, 'expires_at = created_at')],
  ['been ended by a log-out', UNKNOWN, async ({ client }) => void (await client.send('logout'))],
  ['been ended by a block of the account', CHANGED, ({ userId }) => block(server, userId)],
  [
    'been ended by a new password',
    CHANGED,
    (user) => setSession(user, "created_at = created_at - '1s'::interval"),
  ],
];

async function setSession({ userId }: User, change: string): Promise<void> {
  await server.domain.pool.query(`update session set ${change} where user_id = $1`, [userId]);
}

describe.each(privateCalls)('%s', (name) => {
  test('needs a token', async () => {
    expect(await server.visitor().send(name)).toMatchObject(UNKNOWN);
  });

  test('refuses a token that the server never issued', async () => {
    const client = new Client(server.url, 'A'.repeat(43));
    expect(await client.send(name)).toMatchObject(UNKNOWN);
  });

  test.each(endings)('is refused in a session that has %s', async (_name, answer, end) => {
    const user = await server.user();
    await end(user);
    expect(await user.client.send(name)).toMatchObject(answer);
  });
});

/** Calls that pay, each with its fields: they check the session inside the database. */
const claims: [string, CallName, () => object | Promise<object>][] = [
  ['a clip', 'record', async () => ({ videos_id: await server.domain.video() })],
  ['a watched ad', 'watchAdReward', async () => ({ ad_id: await addAd(server.domain) })],
  ['an opened ad', 'clickAdReward', async () => ({ ad_id: await addAd(server.domain) })],
  ['a clip with an old date', 'record', () => ({ videos_id: 1, earned_at: LONG_AGO })],
  ['an ad with an old date', 'clickAdReward', () => ({ ad_id: 1, earned_at: LONG_AGO })],
  ['a share', 'claimShareReward', () => ({})],
  ['a share with an old date', 'claimShareReward', () => ({ earned_at: LONG_AGO })],
  ['a task', 'claimTask', () => ({ task: 'download_app' })],
  ['an unknown task', 'claimTask', () => ({ task: 'sing' })],
  ['a registration', 'handleLoginReward', () => ({})],
  ['a withdrawal', 'withdraw', () => ({ amount: '10' })],
  ['a withdrawal below the minimum', 'withdraw', () => ({ amount: '0.0001' })],
  ['a malformed claim', 'record', () => ({})],
];

describe.each(endings)('in a session that has %s', (_name, answer, end) => {
  test.each(claims)(
    'nothing is paid for %s, and the answer is the session’s end alone',
    async (_, call, make) => {
      const user = await server.user();
      const fields = await make();
      await user.client.send('playable');
      await user.client.send('getAdList');
      server.domain.advance(5000);
      await end(user);
      const send = () => user.client.send(call, fields, { 'idempotency-key': 'once' });
      // at the first call the server has cached the token, at the second no longer
      expect(await send()).toMatchObject(answer);
      expect(await send()).toMatchObject(answer);
      const { rows } = await server.domain.pool.query(
        'select version from wallet where user_id = $1',
        [user.userId],
      );
      expect(rows).toEqual([{ version: 0n }]);
    },
  );
});

/** A random challenge: it differs in each answer. */
const CHALLENGE = /(?<=challenge\\":\\")[\w-]+/;

describe.each(publicCalls)('%s', (name) => {
  test.each(endings)('ignores a session that has %s', async (_name, _answer, end) => {
    const user = await server.user();
    await end(user);
    const [asVisitor, asEnded] = await Promise.all([
      server.visitor().send(name),
      user.client.send(name),
    ]);
    const told = ({ text }: Received) => text.replace(CHALLENGE, '');
    expect(told(asEnded)).toBe(told(asVisitor));
    expect([401, 409, 303]).not.toContain(asEnded.envelope.code);
  });
});

test('the operator may ask everybody for a new log-in', async () => {
  const { domain } = server;
  const { client } = await server.user();
  domain.advance(1000);
  await domain.configure({ 'session.not_before': domain.now().toISOString() });
  const old = await Promise.all(privateCalls.map((name) => client.send(name)));
  const later = await server.user();
  const fresh = await later.client.send('info');
  await domain.configure({ 'session.not_before': '' });
  for (const received of old) expect(received).toMatchObject(FRESH);
  expect(fresh.envelope.code).toBe(1);
});

test('the database stores no token', async () => {
  const { token } = await server.user();
  const { rows } = await server.domain.pool.query<{ session: string }>(
    'select session::text from session',
  );
  expect(rows.filter(({ session }) => session.includes(token))).toEqual([]);
});

describe('malformed input', () => {
  const calls = Object.entries(table) as [CallName, Call][];
  const fields = calls.flatMap(([name, call]) =>
    fieldsOf(call).map((field) => [name, field] as [CallName, string]),
  );

  test.each(fields)('%s names the field %s if it is malformed', async (name, field) => {
    const { client } = await server.user();
    // the fields that select one of the call's forms
    const base = { checkIn: { tab: 'register' }, sendReport: { reason: 'illegal' } }[
      name as string
    ];
    // a query is always text: only a NUL is malformed
    const isQuery = table[name].method === 'GET';
    const isObject = ['payee', 'pay'].includes(field);
    const nonsense = isQuery ? '\0' : isObject ? 'no sense' : { no: 'sense' };
    const received = await client.send(name, { ...base, [field]: nonsense });
    expect(received).toMatchObject({
      status: 400,
      envelope: {
        code: 400,
        data: { reason: 'invalid_request', fields: { [field]: expect.any(String) } },
      },
    });
  });
});

/** Returns the fields of a call; `checkIn` has those of both its tabs. */
function fieldsOf({ takes }: Call): string[] {
  const options = 'options' in takes ? (takes.options as object[]) : [takes];
  return [
    ...new Set(
      options.flatMap((option) => ('entries' in option ? Object.keys(option.entries ?? {}) : [])),
    ),
  ];
}
