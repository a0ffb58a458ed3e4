import { endProcess, hasPendingDiskCalls } from '../database/disk-timeout.ts';
import { askOnTerminal } from './agree.ts';
import { runOperator } from './cli.ts';

// the reader of a pipe may stop early (`… | head -1`): that is no failure of the command
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

const { stdin, stderr } = process;

const code = await runOperator(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => stderr.write(`${text}\n`),
  progress: (text) => stderr.write(`${text}\n`),
  isWatched: stderr.isTTY,
  // standard output may be a file: questions go to standard error
  ask: stdin.isTTY && stderr.isTTY ? askOnTerminal(stdin, stderr) : undefined,
});

if (hasPendingDiskCalls()) endProcess(code);
process.exitCode = code;
