import { expect, test } from 'vitest';
import { welcome } from '../../src/app/actors/auth-calls.ts';
import type { Effects } from '../../src/app/system/effects.ts';

const given = { rewards: [], balance: '1.0000' };
const { signal } = new AbortController();

/** A visitor with a watch ticket, and a server that refuses it for this reason. */
function arrival(reason?: string) {
  const asked: object[] = [];
  const api = async (_call: unknown, input: object) => {
    asked.push(input);
    if (reason && 'watch_ticket' in input) throw { kind: 'refused', reason };
    return given;
  };
  let ticket: string | null = 'of-landing';
  const watchTicket = {
    read: () => ticket,
    write: (value: string | null) => {
      ticket = value;
    },
  };
  const effects = { api, storage: { watchTicket } } as unknown as Effects;
  return { asked, ask: () => welcome(effects, signal), ticketLeft: () => ticket };
}

const withTicket = { watch_ticket: 'of-landing' };

test('a watch ticket is used for one welcome call: the next call has none', async () => {
  const { asked, ask, ticketLeft } = arrival();
  expect(await ask()).toEqual({ ...given, refusal: null });
  expect(ticketLeft()).toBeNull();
  await ask();
  expect(asked).toEqual([withTicket, {}]);
});

test('a refused watch ticket is reported, and the call is repeated without it', async () => {
  const { asked, ask, ticketLeft } = arrival('invalid_watch_ticket');
  expect(await ask()).toMatchObject({ ...given, refusal: { reason: 'invalid_watch_ticket' } });
  expect([asked, ticketLeft()]).toEqual([[withTicket, {}], null]);
});

test('a watch ticket is stored for a later attempt if the call is refused for another reason', async () => {
  const { asked, ask, ticketLeft } = arrival('paused_by_operator');
  await expect(ask()).rejects.toMatchObject({ reason: 'paused_by_operator' });
  expect([asked, ticketLeft()]).toEqual([[withTicket], 'of-landing']);
});
