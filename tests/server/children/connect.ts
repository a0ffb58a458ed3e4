/** Connects to Postgres as another system user, and prints whether Postgres admits the user. */
import pg from 'pg';

const [socket = '', uid = '', gid = '', user = ''] = process.argv.slice(2);

// changes the user only after loading the code, which the new user may be unable to read
process.setgroups?.([]);
process.setegid?.(Number(gid));
process.seteuid?.(Number(uid));
const client = new pg.Client({ host: socket, port: 5432, user, database: 'postgres' });
try {
  await client.connect();
  console.log('answer admitted');
  await client.end();
} catch (error) {
  console.log(`answer ${(error as { code?: string }).code}`);
}
