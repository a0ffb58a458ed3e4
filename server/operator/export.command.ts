import { entriesCsv, personJson } from '../domain/personal-data/export.ts';
import { type Command, UsageError } from './command.ts';
import { namedUser } from './named-user.ts';
import { pathOf, refuseExisting, writeAtomically } from './payouts/export.ts';

/** Exports the same files that a member gets on Mine. */
export const exportCommand: Command = {
  name: 'users export',
  // the file has personal data, so the audit log records the operator and the user
  changes: true,
  synopsis: 'NAME --out FILE',
  summary:
    'writes all stored data about one user into FILE, as the user gets them on Mine; FILE ends with .json, or with .csv for the movements of money only',
  positionals: 1,
  options: ['out'],
  required: ['out'],
  run: async (context, { positionals: [name = ''], values: { out = '' } }) => {
    const { db, now, disk } = context;
    if (!/\.(json|csv)$/.test(out))
      throw new UsageError('--out must be a file whose name ends with .json or .csv');
    const userId = await namedUser(db, name);
    const path = pathOf(context, out);
    await refuseExisting(disk, path);
    const isCsv = out.endsWith('.csv');
    const text = await (isCsv ? entriesCsv(db, userId) : personJson(db, userId, now));
    const json = { user_id: Number(userId), file: path };
    return {
      ...{ json, text: `written: ${path}`, changed: { user_id: json.user_id } },
      // written after the audit entry, so that no file is without an entry
      finish: () => writeAtomically(disk, path, Buffer.from(text, 'utf8')),
    };
  },
};
