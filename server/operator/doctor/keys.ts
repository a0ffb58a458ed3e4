import type pg from 'pg';
import { readEmailState, readKeyRows } from '../../domain/at-rest/current-key.ts';
import { serversWithout } from '../../domain/at-rest/running-servers.ts';
import { countReadable } from '../../domain/at-rest/seal-rows.ts';
import { type Finding, good, wrong } from './finding.ts';

/** Checks that a copy of the database alone does not reveal payout accounts and e-mails. */
export async function lookAtKeys(pool: pg.Pool): Promise<Finding> {
  const [newest] = await readKeyRows(pool);
  const emails = await readEmailState(pool);
  const warn = (text: string, advice: string) => wrong('data key', 'warning', text, advice);
  if (!newest) {
    return warn(
      'payout accounts and e-mails are not encrypted in the database',
      'with a Postgres of your own first set DATA_KEY for every server and restart the servers; then: keys rotate',
    );
  }
  const lacking = await serversWithout(pool, newest.key_id);
  if (lacking.length > 0) {
    return wrong(
      'data key',
      'bad',
      `nobody can log in or register at ${lacking.join(', ')}: the newest data key ${newest.key_id} is missing there`,
      'set this key as DATA_KEY there and the key before it as DATA_KEY_OLD, and restart the server',
    );
  }
  if (emails === 'readable') {
    return warn(
      'e-mails are not encrypted in the database',
      'when every server has this version: keys rotate',
    );
  }
  if (!newest.done_at || emails === 'begun') {
    return warn(
      'some payout accounts or e-mails are not encrypted with the newest key',
      'keys rotate',
    );
  }
  const readable = await countReadable(pool);
  return readable === 0
    ? good('data key', `payout accounts and e-mails are encrypted with ${newest.key_id}`)
    : warn(
        `${readable} rows with payout accounts or e-mails were written unencrypted after all were encrypted: a server of an earlier version may still run`,
        'stop that server, then: keys rotate',
      );
}
