import { Client } from './client.ts';
import { expectAnswer } from './coverage.ts';
import { preparePayout } from './payout.ts';
import type { TestServer } from './server.ts';

const PERSON = {
  name: 'observed_person',
  mail: 'observed@mail.example',
  password: 'nine quiet harbours',
  wrongPassword: 'eight loud harbours',
  recipient: 'Observa Person',
  account: '4915112345678',
  pushToken: 'push-token-of-a-phone',
};

/** Updates a payout account while a constraint forbids it: the database's error quotes the row. */
async function failToSave({ domain: { pool } }: TestServer, client: Client): Promise<void> {
  await pool.query(
    'alter table payout_info add constraint never check (account is null) not valid',
  );
  await client.send('updateWdinfo', {
    country: 'DE',
    method: 'test_phone',
    recipient_name: `${PERSON.recipient} II`,
    account: PERSON.account,
  });
  await pool.query('alter table payout_info drop constraint never');
}

/**
 * Enters every kind of personal data of one person, in calls that are answered, refused and fail.
 * @returns the values
 */
export async function enterPersonalData(server: TestServer): Promise<Record<string, string>> {
  const visitor = server.visitor();
  const { name, mail, password, wrongPassword, recipient, account, pushToken } = PERSON;
  const person = { username: name, password } as const;
  const registered = { tab: 'register', email: mail, ...person } as const;
  const { token, invite_code } = (await expectAnswer(visitor, 'checkIn', registered)).userInfo;
  const client = new Client(server.url, token);
  await preparePayout({ client }, { recipient_name: recipient, account });
  await expectAnswer(client, 'updateFcmToken', { fcm_token: pushToken });
  await visitor.send('landing', { invite_code });
  await visitor.send('checkIn', { tab: 'login', ...person });
  await visitor.send('checkIn', { tab: 'login', username: mail, password: wrongPassword });
  await visitor.raw(`/index.php/${token}?secret=${token}`, { headers: { cookie: `t=${token}` } });
  await failToSave(server, client);
  return { ...PERSON, token, invite_code };
}
