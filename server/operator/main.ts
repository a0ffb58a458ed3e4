import { runOperator } from './cli.ts';

// whoever reads may have read enough (`… | head -1`): what was done is done all the same
for (const stream of [process.stdout, process.stderr]) {
  stream.on('error', (error: NodeJS.ErrnoException) => {
    if (error.code !== 'EPIPE') throw error;
  });
}

process.exitCode = await runOperator(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
  progress: (text) => process.stderr.write(`${text}\n`),
  isWatched: process.stderr.isTTY,
});
