import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../command.ts';

/** The files of the log that follow each other in an archive. */
export interface Chain {
  readonly names: readonly string[];
  /** of each file */
  readonly size: number;
  /** why it ends there, when more should follow; null: nothing does */
  readonly broken: string | null;
}

/**
 * The first page of a file of the log begins with its form's number, which each major version of
 * Postgres has its own of, at 8 the position in the log, and at 24 the number of the database.
 */
const HEAD_BYTES = 40;
const FILE = /^[0-9A-F]{24}$/;
/** What the two halves of a name count: a file, and how often its numbers began anew. */
const HALF = 0x1_0000_0000;

async function readHead(path: string): Promise<Buffer> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

const numberIn = (name: string, from: number) => Number.parseInt(name.slice(from, from + 8), 16);
const inHex = (number: number) => number.toString(16).toUpperCase().padStart(8, '0');

/** The file's position in the log, in files. */
const indexOf = (name: string, size: number) =>
  numberIn(name, 8) * (HALF / size) + numberIn(name, 16);

function nameAfter(name: string, size: number): string {
  const index = indexOf(name, size) + 1;
  const perHalf = HALF / size;
  return `${name.slice(0, 8)}${inHex(Math.floor(index / perHalf))}${inHex(index % perHalf)}`;
}

/** Why a file cannot be read by Postgres; null: it can. */
async function faultOf(path: string, name: string, size: number): Promise<string | null> {
  const { size: found } = await stat(path);
  if (found !== size) return `${path} is not whole: it has ${found} of ${size} bytes`;
  const position = (await readHead(path)).readBigUInt64LE(8);
  return position === BigInt(indexOf(name, size)) * BigInt(size)
    ? null
    : `${path} is damaged, or has another file's name`;
}

/**
 * Finds the files that follow a backup.
 * @param folder of the archive
 * @param end path of the backup's last file of the log; the archive has it too, up to its end
 * @throws OperatorError when the archive is of another database or version of Postgres
 */
export async function findChain(folder: string, end: string, last: string): Promise<Chain> {
  const all = (await readdir(folder)).filter((name) => FILE.test(name)).sort();
  const present = new Set(all);
  const { size } = await stat(end);
  const own = await readHead(end);
  const names: string[] = [];
  for (let name = last; ; name = nameAfter(name, size)) {
    if (!present.has(name)) {
      const goesOn = (all.at(-1) ?? '') > name;
      return { names, size, broken: goesOn ? `the archive lacks ${name}` : null };
    }
    const path = join(folder, name);
    const broken = await faultOf(path, name, size);
    if (broken) return { names, size, broken };
    const head = await readHead(path);
    if (!head.subarray(0, 2).equals(own.subarray(0, 2))) {
      throw new OperatorError(`${path} was written by another version of Postgres than the backup`);
    }
    if (!head.subarray(24, 32).equals(own.subarray(24, 32))) {
      throw new OperatorError(`${path} is of another database than the backup`);
    }
    names.push(name);
  }
}
