import { resolve } from 'node:path';
import type { Config } from '../config.ts';
import { DatabaseError } from '../database/database-error.ts';
import { readArchive } from '../database/embedded/archive.ts';
import { foldersOf } from '../database/embedded/folders.ts';
import { readServerRecord } from '../database/server-record.ts';
import type { StandaloneCommand } from './command.ts';
import { lookAtArchive } from './doctor/archive.ts';
import { lookAtDatabase } from './doctor/database.ts';
import { type Finding, good, wrong } from './doctor/finding.ts';
import {
  lookAtBackups,
  lookAtDisk,
  lookAtMail,
  lookAtPush,
  lookAtTools,
} from './doctor/machine.ts';
import { lookAtMedia, lookAtOrphanedFiles } from './doctor/media.ts';
import { isPublic, lookAtAddress, lookAtProxy, lookAtServer } from './doctor/server.ts';
import { openForOperator } from './open.ts';

/** Opens the database as every command does; a failure becomes a finding. */
async function openAndLook(
  config: Config,
  publicUrl: string,
  log: (line: string) => void,
): Promise<Finding[]> {
  try {
    const database = await openForOperator(config, log);
    try {
      const found = await lookAtDatabase(database.pool, {
        isPublic: isPublic(publicUrl),
        mails: config.mail !== null,
      });
      const left = await lookAtOrphanedFiles(config, database.pool);
      const told = [
        good('database', `${database.name} has the tables of this version`),
        ...found,
        left,
      ];
      if (!database.embedded) return told;
      const archive = await readArchive(foldersOf(config.dataDir).cluster);
      return [...told, await lookAtArchive(database.pool, archive)];
    } finally {
      await database.close();
    }
  } catch (error) {
    if (!(error instanceof DatabaseError)) throw error;
    return [
      wrong(
        'database',
        'bad',
        error.message,
        'set DATABASE_URL and DATA_DIR to the same values as for the server, and check that Postgres runs',
      ),
    ];
  }
}

const lineOf = ({ what, verdict, says, remedy }: Finding) =>
  `${verdict.padEnd(8)} ${what}: ${says}${remedy === null ? '' : `\n${' '.repeat(9)}to do: ${remedy}`}`;

/** Checks the whole installation from this machine, with the server's environment. */
export const doctor: StandaloneCommand = {
  name: 'doctor',
  synopsis: '[--backups DIR]',
  summary:
    'checks this installation, and shows each problem with its remedy; exit status 1 when a finding is bad',
  positionals: 0,
  options: ['backups'],
  runStandalone: async ({ config, directory, say }, { values: { backups } }) => {
    // the server's record comes first: the command's own environment may lack the URL
    const server = await readServerRecord(config.dataDir);
    const publicUrl = server?.publicUrl ?? config.publicUrl;
    const findings = [
      ...(await openAndLook(config, publicUrl, say)),
      await lookAtServer(config.dataDir),
      ...(await lookAtAddress(publicUrl)),
      await lookAtProxy(config.metrics),
      await lookAtDisk(config),
      ...(await lookAtMedia(config)),
      await lookAtTools(),
      lookAtPush(config),
      await lookAtMail(config),
      await lookAtBackups(backups === undefined ? null : resolve(directory, backups)),
    ];
    const bad = findings.filter(({ verdict }) => verdict === 'bad').length;
    const verdict =
      bad === 0 ? 'no finding is bad' : `${bad} of ${findings.length} findings are bad`;
    return {
      json: { ok: bad === 0, findings },
      text: [...findings.map(lineOf), verdict].join('\n'),
      status: bad === 0 ? 0 : 1,
    };
  },
};
