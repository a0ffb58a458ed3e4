import { open, stat } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { inject } from 'vitest';
import { asOwner } from './clone.ts';

/** Postgres' log of the errors in one database. */
export interface ServerLog {
  /** the log since `openServerLog`; an external Postgres would log the same */
  read(): Promise<string>;
}

/** @param url of a test's own database; only connections made later are logged */
export async function openServerLog(url: string): Promise<ServerLog> {
  const database = new URL(url).pathname.slice(1);
  const file = join(dirname(inject('postgresSocket')), 'postgres.log');
  // about Postgres' default, plus the parameters of failed statements, unless a session turns these off
  await asOwner(`alter database ${database} set log_min_messages = 'error'`);
  await asOwner(`alter database ${database} set log_error_verbosity = 'default'`);
  await asOwner(`alter database ${database} set log_parameter_max_length_on_error = '-1'`);
  const from = (await stat(file)).size;
  return {
    read: async () => {
      const handle = await open(file);
      const { size } = await handle.stat();
      const { buffer } = await handle.read(Buffer.alloc(size - from), 0, size - from, from);
      await handle.close();
      return buffer.toString();
    },
  };
}
