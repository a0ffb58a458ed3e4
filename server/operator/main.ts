import { runOperator } from './cli.ts';

process.exitCode = await runOperator(process.argv.slice(2), process.env, {
  out: (text) => process.stdout.write(`${text}\n`),
  err: (text) => process.stderr.write(`${text}\n`),
});
