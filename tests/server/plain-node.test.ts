import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';

const kinds = new URL('../../server/domain/payout-accounts/kinds.ts', import.meta.url);
const written = new URL('../../server/domain/payout-accounts/format-account.ts', import.meta.url);

/** Runs a program in plain Node: Vitest imports libraries in another way. @returns its output */
async function inNode(program: string): Promise<unknown> {
  const argv = ['--input-type=module', '--eval', program];
  return JSON.parse((await promisify(execFile)(process.execPath, argv)).stdout);
}

test('accounts are parsed and written in plain Node as in the tests', async () => {
  const program = `
    const { accountKinds, parseAccount } = await import('${kinds}');
    const { formatAccount } = await import('${written}');
    const plain = 'DE89370400440532013000';
    console.log(JSON.stringify(accountKinds.map((account_kind) => {
      const read = parseAccount(account_kind, 'de89 3704 0044 0532 0130 00', 'DE');
      return [account_kind, read?.plain, formatAccount({ account_kind, account_type: 'wallet_id' }, plain)];
    })));`;
  const read = await inNode(program);
  const forms = ['DE89370400440532013000', 'DE89 3704 0044 0532 0130 00'];
  expect(read).toContainEqual(['iban', ...forms]);
  expect(read).toContainEqual(['text', ...forms]);
  expect(read).toHaveLength(11);
});
