import { readFile } from 'node:fs/promises';
import { askDisk, endProcess } from '../../../server/database/ask-disk.ts';

/** A pipe that nobody writes to keeps a thread, as a disk does that hangs. */
const [pipe = ''] = process.argv.slice(2);
const answer = await askDisk(pipe, () => readFile(pipe), 10);
console.log(`answer: ${answer}`);
endProcess(0);
