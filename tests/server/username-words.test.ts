import { expect, test } from 'vitest';
import { server, setUpServer } from './http/server.setup.ts';

setUpServer();

let mails = 0;
async function register(username: string) {
  mails += 1;
  const email = `mail${mails}@example.org`;
  const form = { tab: 'register', username, email, password: 'seven green lamps' };
  return server.visitor().send('checkIn', form);
}

test.each([
  ['blank', '   '],
  ['empty', ''],
  ['of two lines', 'Ada\nLovelace'],
  ['of invisible characters', '\u200b\u200b\u200b'],
  ['a word with an invisible character', 'admin\u200b'],
  ['of Hangul fillers', '\u3164\u3164\u3164'],
])('a name that is %s is refused with the rule of names: %j', async (_, username) => {
  expect(await register(username)).toMatchObject({
    status: 400,
    envelope: {
      code: 400,
      data: { fields: { username: '3 to 32 letters of any script, digits, "_" or "."' } },
    },
  });
});

test('a name that looks like another person’s is refused as taken', async () => {
  expect((await register('coco')).envelope.code).toBe(1);
  for (const name of ['сосо', 'cоco']) {
    expect((await register(name)).envelope, name).toEqual({
      code: 0,
      msg: 'This user name is taken.',
      data: { reason: 'username_taken' },
    });
  }
});
