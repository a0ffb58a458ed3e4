import { type DataKey, DataKeys, keysOf } from '../database/data-keys.ts';
import { readServerRecord } from '../database/server-record.ts';
import { readEmailState, readKeyRows } from '../domain/at-rest/current-key.ts';
import { LIFETIME_S, serversWith, serversWithout } from '../domain/at-rest/running-servers.ts';
import { countReadable } from '../domain/at-rest/seal-rows.ts';
import { finishSealing, setWritingKey } from '../domain/at-rest/sealing.ts';
import { writeAudit } from '../domain/audit.ts';
import { makeLookupKey } from '../domain/sealed-emails.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { forgetKeyCommand } from './keys-forget.command.ts';
import { table } from './text.ts';

const list: Command = {
  name: 'keys list',
  allowsMissingKeys: true,
  synopsis: '',
  summary:
    'lists the data keys of the database, the newest first; once a key has a time in done_at, no data are encrypted with older keys',
  positionals: 0,
  options: [],
  run: async ({ db }) => {
    const here = new Set(
      keysOf(db)
        .all()
        .map(({ id }) => id),
    );
    const emails = await readEmailState(db);
    const json = (await readKeyRows(db)).map(({ key_id, made_at, done_at }, place) => ({
      key: key_id,
      since: made_at.toISOString(),
      // an earlier version set `done_at` when only payout accounts were encrypted
      done_at: place === 0 && emails !== 'done' ? null : (done_at?.toISOString() ?? null),
      is_here: here.has(key_id),
    }));
    return { json, text: table(json, 'payout accounts and e-mails are not encrypted') };
  },
};

/** Whether the keys are in the file that all servers of an embedded database read. */
const areInFile = ({ db, isEmbedded }: OperatorContext) => isEmbedded && !keysOf(db).isGiven;

/**
 * Chooses the key of a new rotation.
 * @returns null: the last rotation continues, or its key encrypts values that are still readable
 * @throws OperatorError when there is no new key, and the keys are not in the embedded database's file
 */
async function nextKey(context: OperatorContext): Promise<DataKey | null> {
  const { db } = context;
  const keys = keysOf(db);
  // counts before the lock, because the count scans all rows, and writers wait for the lock
  const isReadable = !areInFile(context) && (await countReadable(db)) > 0;
  // of two simultaneous rotations one waits: each rewrites the key file
  await db.query('lock table data_key in exclusive mode');
  const rows = await readKeyRows(db);
  const [newest] = rows;
  const [first] = keys.all();
  // a new first key replaces older keys even while a rotation is unfinished or e-mails are not encrypted
  if (first && !rows.some(({ key_id }) => key_id === first.id)) return first;
  const isDone = newest?.done_at && (await readEmailState(db)) === 'done';
  if (newest && !isDone) return null;
  if (areInFile(context)) return keys.makeInFile();
  // a server of the previous version has written unencrypted values since the last rotation
  if (newest && isReadable) return null;
  throw new OperatorError(
    first
      ? `DATA_KEY is the key ${first.id}, which the database knows already: set a new key as DATA_KEY and the key ${first.id} as DATA_KEY_OLD, restart every server, and give this command again`
      : 'set DATA_KEY for every server and for this command, restart every server, and give this command again',
  );
}

/**
 * Finds a running server that reads its keys only from the embedded database's file, and does not report them.
 * @returns the server's name; null: no such server runs, or the file has the key
 */
async function findUnreportedServer(
  { db, dataDir }: OperatorContext,
  key: string,
): Promise<string | null> {
  const server = await readServerRecord(dataDir);
  if (!server?.runs) return null;
  const inFile = new DataKeys({ given: [], file: keysOf(db).file }).all();
  if (inFile.some(({ id }) => id === key)) return null;
  const telling = [...(await serversWith(db, key)), ...(await serversWithout(db, key))];
  const tells = telling.some((name) => name.endsWith(`(process ${server.pid})`));
  return tells ? null : `${server.address} (process ${server.pid})`;
}

/**
 * Checks that each running server has the key: without it a server can neither log in nor register anybody.
 * @throws OperatorError while a server without the key runs
 */
async function assertServersHaveKey(context: OperatorContext, key: string): Promise<void> {
  if (areInFile(context)) return;
  const lacking = await serversWithout(context.db, key);
  const unreported = context.isEmbedded ? await findUnreportedServer(context, key) : null;
  if (unreported !== null) lacking.push(unreported);
  if (lacking.length === 0) return;
  throw new OperatorError(
    `servers run without the data key ${key}: ${lacking.join(', ')}. Set the key as DATA_KEY there, restart the servers, and give this command again. A killed server counts as running for ${LIFETIME_S} more seconds; --despite-servers does not wait for it`,
  );
}

const rotate: Command = {
  name: 'keys rotate',
  changes: true,
  synopsis: '[--despite-servers]',
  summary:
    'encrypts payout accounts and e-mails with a new data key while people are served; after an interruption, give the command again to continue; --despite-servers: even while a server without the key runs',
  positionals: 0,
  options: [],
  flags: ['despite-servers'],
  run: async (context, { values }) => {
    const { db, who, now, report } = context;
    const next = await nextKey(context);
    if (next) await setWritingKey(db, next);
    const key = (await readKeyRows(db))[0]?.key_id ?? '';
    if (values['despite-servers'] === undefined) await assertServersHaveKey(context, key);
    await makeLookupKey(db, keysOf(db).find(key));
    return {
      json: { key },
      text: `payout accounts and e-mails are encrypted with the key ${key} alone`,
      changed: { key, goes_on: next === null },
      finish: async (pool) => {
        const sealed = await finishSealing(pool, (count) =>
          report?.(`encrypting: ${count} values`),
        );
        const what = { key, values: sealed };
        await writeAudit(pool, { who, action: 'keys rotated', what }, now);
      },
    };
  },
};

export const keyCommands: readonly Command[] = [list, rotate, forgetKeyCommand];
