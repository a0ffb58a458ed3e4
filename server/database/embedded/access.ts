import { open, rename, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { DatabaseError } from '../database-error.ts';
import type { Identity } from './identity.ts';

/** The roles of the cluster: the superuser, and the product's own role. */
const ROLES = ['postgres', 'clipurse'] as const;

/** Admits connections by the socket only; the system tells Postgres the user at the other end. */
const HBA = `# written by Clipurse at each start
local all all peer map=clipurse
`;

function identOf(clients: readonly string[]): string {
  const rows = clients.flatMap((client) => {
    if (/["\s]/.test(client)) throw new DatabaseError(`Postgres cannot admit the user ${client}`);
    return ROLES.map((role) => `clipurse "${client}" ${role}\n`);
  });
  return `# written by Clipurse at each start\n${rows.join('')}`;
}

/** Replaces a file, never through a link: root may write here, in a folder that another user owns. */
export async function replaceFile(path: string, text: string, { owner }: Identity): Promise<void> {
  const draft = `${path}.new-${process.pid}`;
  await rm(draft, { force: true });
  const file = await open(draft, 'wx', 0o600);
  try {
    await file.writeFile(text);
    if (owner) await file.chown(owner.uid, owner.gid);
  } finally {
    await file.close();
  }
  await rename(draft, path);
}

/** Writes which system users may connect to the cluster as which role; Postgres reads this at its start. */
export async function writeAccess(cluster: string, identity: Identity): Promise<void> {
  await replaceFile(join(cluster, 'pg_ident.conf'), identOf(identity.clients), identity);
  await replaceFile(join(cluster, 'pg_hba.conf'), HBA, identity);
}
