import { readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Config } from '../../config.ts';
import { DiskSpace } from '../../database/disk-space.ts';
import { foldersOf } from '../../database/embedded/folders.ts';
import { findEncoders } from '../media/ffmpeg.ts';
import { errorReason, type Finding, good, wrong } from './finding.ts';

/** A backup is made every night. */
const OLDEST_BACKUP_HOURS = 36;
const HOUR_MS = 3_600_000;

export async function lookAtDisk({
  dataDir,
  databaseUrl,
}: Pick<Config, 'dataDir' | 'databaseUrl'>): Promise<Finding> {
  const told: string[] = [];
  const places = {
    DATA_DIR: dataDir,
    ...(databaseUrl === null ? { database: foldersOf(dataDir).cluster } : {}),
  };
  const space = new DiskSpace(places, (message) => told.push(message));
  await space.look();
  const [least] = [...space.left.values()].sort((a, b) => a - b);
  if (told[0]) return wrong('disk', 'bad', told[0], 'make room on the disk, or use a larger one');
  return least === undefined
    ? wrong(
        'disk',
        'unknown',
        `there is no folder ${dataDir}`,
        'set DATA_DIR to the folder of the server',
      )
    : good('disk', `at least ${Math.floor(least * 100)}% of each disk is free`);
}

export async function lookAtTools(): Promise<Finding> {
  const encoders = await findEncoders();
  if (encoders === null) {
    return wrong(
      'ffmpeg',
      'warning',
      'ffmpeg is missing: only MP4 films with H.264 can be added, and clips get no smaller copies',
      'install ffmpeg',
    );
  }
  return encoders.has('libx264')
    ? good('ffmpeg', 'ffmpeg can convert clips')
    : wrong(
        'ffmpeg',
        'warning',
        'ffmpeg lacks libx264: it cannot convert clips',
        'install an ffmpeg with libx264',
      );
}

export function lookAtPush({ serviceAccount, push }: Config): Finding {
  if (serviceAccount !== null && push !== null) {
    return good('push', 'messages go out by Firebase and by Web Push');
  }
  return good(
    'push',
    'messages go out by Web Push; Firebase is not set up, and the server does not need it',
  );
}

/** Checks that the mail server accepts the server's log-in from here. */
export async function lookAtMail({ mail }: Pick<Config, 'mail'>): Promise<Finding> {
  if (mail === null) {
    return good(
      'mail',
      'the server sends no mail: people who forget their password have to write to you',
    );
  }
  const { connectSmtp } = await import('../../mail/smtp.ts');
  const why = await connectSmtp(mail).check();
  return why === null
    ? good('mail', 'the mail server takes mails')
    : wrong('mail', 'bad', why, 'check the address, the user and the password in SMTP_URL');
}

/** Checks the newest backup in a folder, as `backup` and deploy/backup.sh make them. */
export async function lookAtBackups(folder: string | null): Promise<Finding> {
  if (folder === null) {
    return wrong(
      'backup',
      'unknown',
      'doctor does not know the folder of the backups',
      'doctor --backups DIR',
    );
  }
  try {
    const times = await Promise.all(
      (await readdir(folder)).map(async (name) => {
        // an unfinished backup has `.new` in its name, and no sums
        const made = await stat(join(folder, name, 'SHA256SUMS')).catch(() => null);
        return name.includes('.new') || made === null ? [] : [made.mtimeMs];
      }),
    );
    const newest = Math.max(...times.flat());
    if (!Number.isFinite(newest)) {
      return wrong('backup', 'bad', `${folder} holds no backup`, 'backup DIR (docs/backing-up.md)');
    }
    const hours = Math.floor((Date.now() - newest) / HOUR_MS);
    return hours <= OLDEST_BACKUP_HOURS
      ? good('backup', `the newest backup is ${hours} h old`)
      : wrong(
          'backup',
          'bad',
          `the newest backup is ${hours} h old`,
          'find out why no newer backup was made',
        );
  } catch (error) {
    const isMissing = (error as NodeJS.ErrnoException).code === 'ENOENT';
    const why = isMissing ? `there is no folder ${folder}` : errorReason(error);
    return wrong('backup', 'bad', why, 'give the folder of the backups: doctor --backups DIR');
  }
}
