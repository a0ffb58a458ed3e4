import { Authenticator } from '../authenticator.ts';
import { Client } from './client.ts';
import { expectAnswer } from './coverage.ts';
import type { TestServer } from './server.ts';

export const PASSWORD = 'seven green lanterns';
export const ORIGIN = 'http://localhost:4173';

let serial = 0;

/** Registers a member, who may add passkeys. */
export async function holder(server: () => TestServer) {
  serial += 1;
  const username = `holder_${serial}`;
  const visitor = server().visitor();
  const form = { tab: 'register', username, email: `${username}@mail.example` } as const;
  const { userInfo } = await expectAnswer(visitor, 'checkIn', { ...form, password: PASSWORD });
  const client = new Client(server().url, userInfo.token);
  const ask = async () =>
    (await expectAnswer(client, 'passkeyOptions', { password: PASSWORD })).options;
  const add = async (device = new Authenticator(ORIGIN)) => {
    const { passkey } = await expectAnswer(client, 'addPasskey', {
      response: device.create(await ask()),
    });
    return { device, passkey };
  };
  const list = async () => (await expectAnswer(client, 'passkeys')).list;
  return { ...userInfo, username, visitor, client, ask, add, list };
}

/** Adds a passkey of a new device to the client's account. @returns the device */
export async function passkeyOf(client: Client, password: string): Promise<Authenticator> {
  const device = new Authenticator(ORIGIN);
  const { options } = await expectAnswer(client, 'passkeyOptions', { password });
  await expectAnswer(client, 'addPasskey', { response: device.create(options) });
  return device;
}

export const optionsFor = async (visitor: Client) =>
  (await expectAnswer(visitor, 'passkeyLoginOptions')).options;
export const reasonOf = async (visitor: Client, response: string) =>
  (await visitor.send('logInByPasskey', { response })).envelope.data?.reason ?? 'in';
export const logIn = async (visitor: Client, device: Authenticator) =>
  reasonOf(visitor, device.get(await optionsFor(visitor)));
