import { keysOf } from '../database/data-keys.ts';
import { readKeyRows } from '../domain/at-rest/current-key.ts';
import { countSealed, forgetKey, type Lost } from '../domain/at-rest/forget-key.ts';
import { serversWith } from '../domain/at-rest/running-servers.ts';
import { finishSealing, setWritingKey } from '../domain/at-rest/sealing.ts';
import {
  type Arguments,
  type Command,
  type CommandResult,
  type OperatorContext,
  OperatorError,
} from './command.ts';

/** @throws OperatorError when a server or this command has the key, or the database never knew it */
async function assertKeyLost({ db }: OperatorContext, keyId: string): Promise<void> {
  if (!(await readKeyRows(db)).some(({ key_id }) => key_id === keyId)) {
    throw new OperatorError(
      `the database knows no data key ${keyId}: keys list prints the known keys`,
    );
  }
  const all = keysOf(db).all();
  const servers = await serversWith(db, keyId);
  if (all.some(({ id }) => id === keyId)) servers.unshift('this command');
  if (servers.length > 0) {
    throw new OperatorError(`the data key ${keyId} is not lost: ${servers.join(', ')} has it`);
  }
}

const linesOf = ({ accounts, emails, withdrawals, unpaid, files }: Lost): string =>
  [
    `payout accounts that people have to set again: ${accounts}`,
    `e-mails that people have to set again: ${emails}`,
    `withdrawals without an account: ${withdrawals}, of which nobody can pay ${unpaid}`,
    `files of batches: ${files}`,
  ].join('\n');

/** Chooses the key that seals from now on. @throws OperatorError when there is none */
async function switchToNextKey(context: OperatorContext): Promise<string> {
  const { db, isEmbedded } = context;
  const keys = keysOf(db);
  await db.query('lock table data_key in exclusive mode');
  const rows = await readKeyRows(db);
  const isNew = (id: string) => rows.every(({ key_id }, place) => place === 0 || key_id !== id);
  const given = keys.all().find(({ id }) => isNew(id));
  const next = given ?? (isEmbedded && !keys.isGiven ? await keys.makeInFile() : null);
  if (!next) {
    throw new OperatorError('set a new key as DATA_KEY for this command and for every server');
  }
  await setWritingKey(db, next);
  return next.id;
}

async function forget(
  context: OperatorContext,
  { positionals: [keyId = ''] }: Arguments,
): Promise<CommandResult> {
  await assertKeyLost(context, keyId);
  const key = await switchToNextKey(context);
  const lost = await forgetKey(context.db, keyId, context.now);
  return {
    json: { key, ...lost },
    text: `${linesOf(lost)}\nEverything is encrypted with the key ${key}: start every server with this key.`,
    changed: { key, ...lost },
    finish: async (pool) => void (await finishSealing(pool)),
  };
}

export const forgetKeyCommand: Command = {
  name: 'keys forget',
  changes: true,
  allowsMissingKeys: true,
  synopsis: 'KEY_ID [--dry-run] [--yes]',
  summary:
    'for a data key that is lost for good: deletes the data that only this key can decrypt, so that servers start again with a new key; people keep name, password and balance, and set e-mail and payout account again; --dry-run only counts the data',
  positionals: 1,
  options: [],
  flags: ['dry-run'],
  plan: async (context, args) => {
    if (args.values['dry-run'] !== undefined) return null;
    const [keyId = ''] = args.positionals;
    await assertKeyLost(context, keyId);
    return {
      shown: `${linesOf(await countSealed(context.db, keyId))}\nNothing brings these data back, not even the key.`,
      question: `Forget the data key ${keyId}?`,
      run: (later) => forget(later, args),
    };
  },
  // runs for --dry-run only
  run: async (context, { positionals: [keyId = ''] }) => {
    await assertKeyLost(context, keyId);
    const lost = await countSealed(context.db, keyId);
    return { json: lost, text: linesOf(lost), isUnchanged: true };
  },
};
