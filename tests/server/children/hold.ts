/** Opens a folder’s embedded database, prints `open`, and closes it on a line of standard input. */
import { openWithDemo } from '../../../server/demo/open.ts';

const [dataDir = ''] = process.argv.slice(2);

try {
  const database = await openWithDemo({
    databaseUrl: null,
    dataDir,
    log: (line) => process.stdout.write(`log ${line}\n`),
  });
  process.stdout.write('open\n');
  process.stdin.once('data', async () => {
    const { rows } = await database.pool.query('select count(*)::int as videos from video');
    process.stdout.write(`videos ${rows[0].videos}\n`);
    await database.close();
    process.exit(0);
  });
} catch (error) {
  process.stdout.write(`refused ${(error as Error).message}\n`);
  process.exit(1);
}
