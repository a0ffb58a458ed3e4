import { open, readdir, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { OperatorError } from '../command.ts';

/** Consecutive files of the log in an archive. */
export interface Chain {
  readonly names: readonly string[];
  /** bytes of each file */
  readonly size: number;
  /** why the chain ends early: the next file is damaged, or only later files exist; null: it does not */
  readonly broken: string | null;
}

/**
 * Head of a log file's first page: at 0 the format's number, which differs between major versions
 * of Postgres, at 8 the position in the log, and at 24 the id of the database.
 */
const HEAD_BYTES = 40;
const FILE = /^[0-9A-F]{24}$/;
/** Bytes of log after which the last counter in a file's name restarts, and the middle one grows by 1. */
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

/** Position of a file in the log, counted in files. */
const indexOf = (name: string, size: number) =>
  numberIn(name, 8) * (HALF / size) + numberIn(name, 16);

function nameAfter(name: string, size: number): string {
  const index = indexOf(name, size) + 1;
  const perHalf = HALF / size;
  return `${name.slice(0, 8)}${inHex(Math.floor(index / perHalf))}${inHex(index % perHalf)}`;
}

/** Why Postgres could not read a file; null: it can. */
async function faultOf(path: string, name: string, size: number): Promise<string | null> {
  const { size: found } = await stat(path);
  if (found !== size) return `${path} is not whole: it has ${found} of ${size} bytes`;
  const position = (await readHead(path)).readBigUInt64LE(8);
  return position === BigInt(indexOf(name, size)) * BigInt(size)
    ? null
    : `${path} is damaged, or has another file's name`;
}

/**
 * Finds the log files that follow a backup.
 * @param folder of the archive
 * @param end path of the backup's last log file, which the archive has too
 * @throws OperatorError when the archive belongs to another database or version of Postgres
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
      throw new OperatorError(`${path} belongs to another database than the backup`);
    }
    names.push(name);
  }
}
