/** Exports batches of two as fast as it can, and writes a line for each that is done. */
import { writeSync } from 'node:fs';
import { runOperator } from '../../../server/operator/cli.ts';

const [url, dataDir, prefix = ''] = process.argv.slice(2);
const env = { DATABASE_URL: url, DATA_DIR: dataDir };
const silent = { out: () => {}, err: () => {} };
for (let number = 1; ; number += 1) {
  const argv = [
    'payouts',
    'export',
    '--method',
    'killed',
    '--format',
    'csv',
    '--limit',
    '2',
    '--yes',
  ];
  const status = await runOperator([...argv, '--out', `${prefix}-${number}`], env, silent);
  if (status !== 0) break;
  writeSync(1, `${number}\n`);
}
