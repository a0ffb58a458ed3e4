import { readFile } from 'node:fs/promises';
import { askDisk, endProcess } from '../../../server/database/ask-disk.ts';

/** Reads a pipe without a writer: that blocks a thread as a hanging disk does. */
const [pipe = ''] = process.argv.slice(2);
const answer = await askDisk(pipe, () => readFile(pipe), 10);
console.log(`answer: ${answer}`);
endProcess(0);
