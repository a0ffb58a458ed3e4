import { readFile } from 'node:fs/promises';
import { endProcess, withDiskTimeout } from '../../../server/database/disk-timeout.ts';

/** Reads a pipe without a writer: that blocks a thread as a hanging disk does. */
const [pipe = ''] = process.argv.slice(2);
const answer = await withDiskTimeout(pipe, () => readFile(pipe), 10);
console.log(`answer: ${answer}`);
endProcess(0);
