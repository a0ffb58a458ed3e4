/** Stub for apt-get and systemctl: installs Debian’s services, starts and stops units. */
import { spawn, spawnSync } from 'node:child_process';
import {
  appendFileSync,
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { parseEnv } from 'node:util';
import { findDebianFile, findProgram, programEnv } from '../../../scripts/debian-programs.ts';
import { chooseIdentity } from '../../../server/database/embedded/identity.ts';
import { compiled } from '../http/process.ts';
import { adaptNginx, type Places } from './places.ts';
import { PACKAGES, provide } from './stubs.ts';

const places: Places = JSON.parse(process.env.PLACES ?? '');
const { root } = places;
const read = (path: string) => readFileSync(path, 'utf8');
const pidFile = (unit: string) => join(root, 'run', `${unit}.started`);
const END_MS = 20_000;

function fail(why: string): never {
  console.error(why);
  process.exit(1);
}

interface Running {
  readonly command: readonly string[];
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly uid?: number;
  readonly gid?: number;
}

function launch(unit: string, { command: [program = '', ...args], ...options }: Running): void {
  const log = openSync(join(root, 'run', `${unit}.log`), 'a');
  const child = spawn(program, args, { ...options, stdio: ['ignore', log, log], detached: true });
  writeFileSync(pidFile(unit), `${child.pid}`);
  child.unref();
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

async function stop(unit: string): Promise<void> {
  if (!existsSync(pidFile(unit))) return;
  const pid = Number(read(pidFile(unit)));
  if (isAlive(pid)) process.kill(pid, 'SIGTERM');
  for (let waited = 0; isAlive(pid); waited += 50) {
    if (waited > END_MS) fail(`${unit} does not end`);
    await delay(50);
  }
  rmSync(pidFile(unit));
}

/** Starts Debian 12’s Postgres, on a Unix socket only, without a password. */
async function startPostgres(): Promise<void> {
  const cluster = join(root, 'var/lib/postgresql');
  const socket = join(root, 'var/run/postgresql');
  const { owner } = await chooseIdentity(cluster);
  for (const path of [cluster, socket]) {
    mkdirSync(path, { recursive: true });
    if (owner) chownSync(path, owner.uid, owner.gid);
    chmodSync(path, 0o755);
  }
  chmodSync(cluster, 0o700);
  const { POSTGRES = '' } = process.env;
  const own = { cwd: cluster, ...(owner && { uid: owner.uid, gid: owner.gid }), env: programEnv() };
  const init = [
    '-D',
    cluster,
    '--username=postgres',
    '--auth=trust',
    '--no-sync',
    '--encoding=UTF8',
  ];
  const made = spawnSync(join(POSTGRES, 'initdb'), [...init, '--locale=C.UTF-8'], own);
  if (made.status !== 0) fail(String(made.stderr));
  const settings = ['listen_addresses=', `unix_socket_directories=${socket}`, 'fsync=off'];
  const args = settings.flatMap((setting) => ['-c', setting]);
  launch('postgresql', { command: [join(POSTGRES, 'postgres'), '-D', cluster, ...args], ...own });
  const asked = () => spawnSync(join(POSTGRES, 'pg_isready'), ['--host', socket], own).status === 0;
  for (let tries = 0; !asked(); tries += 1) {
    if (tries > 400) fail(`Postgres does not start: ${read(join(root, 'run/postgresql.log'))}`);
    await delay(50);
  }
}

/** Unpacks Debian’s configuration of nginx, with its default site. */
function unpackNginx(): void {
  for (const name of ['nginx.conf', 'mime.types', 'sites-available/default']) {
    const from = findDebianFile(join('etc/nginx', name)) ?? fail(`nginx-common lacks ${name}`);
    const to = join(root, 'etc/nginx', name.replace('available', 'enabled'));
    cpSync(from, to, { recursive: true });
    if (name !== 'mime.types') writeFileSync(to, adaptNginx(read(from), places));
  }
  for (const name of ['var/www/html', 'var/lib/nginx', 'var/log/nginx']) {
    mkdirSync(join(root, name), { recursive: true });
  }
}

async function install(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const programs = PACKAGES[name] ?? fail(`the test knows no package ${name}`);
    for (const program of programs) provide(program, join(root, 'bin'));
    if (name === 'postgresql') {
      appendFileSync(join(root, 'run/users'), 'postgres\n');
      await startPostgres();
    }
    if (name === 'nginx') unpackNginx();
    // Debian’s packages start their services, too
    if (name === 'nginx' || name === 'caddy') await startProxy(name);
  }
}

async function startProxy(name: 'caddy' | 'nginx'): Promise<void> {
  await stop(name);
  const config = join(root, 'etc', name, name === 'nginx' ? 'nginx.conf' : 'Caddyfile');
  const args = {
    nginx: ['-c', config, '-p', root],
    caddy: ['run', '--config', config, '--adapter', 'caddyfile'],
  };
  const home = join(root, 'var/lib/caddy');
  const env = { ...programEnv(), HOME: home, XDG_DATA_HOME: home, XDG_CONFIG_HOME: home };
  // Debian’s own Caddyfile is left out: the page does not use its site at port 80
  if (existsSync(config))
    launch(name, { command: [findProgram(name) ?? '', ...args[name]], cwd: root, env });
}

/** Reads a unit of `deploy/systemd`, with its drop-in. */
function readUnit(unit: string): { running: Running; type: string } {
  const folder = join(root, 'etc/systemd/system');
  const file = join(folder, `${unit}.service`);
  if (!existsSync(file)) fail(`there is no unit ${unit}`);
  const dropIns = join(folder, 'clipurse-.service.d');
  const texts = [file, ...readdirSync(dropIns).map((name) => join(dropIns, name))]
    .map(read)
    .join('\n');
  const get = (key: string) =>
    new RegExp(`^${key}=(.*)$`, 'm').exec(texts)?.[1] ?? fail(`${unit} has no ${key}`);
  const PATH = `${join(root, 'bin')}:/usr/bin:/bin`;
  const env = { PATH, ...parseEnv(read(get('EnvironmentFile'))), ...stubVariables() };
  const running = { command: get('ExecStart').split(' '), cwd: get('WorkingDirectory'), env };
  return { running, type: get('Type') };
}

/** Returns the variables of the stubs that a backup runs, and of Node’s compile cache. */
const stubVariables = () => ({ ROOT: root, POSTGRES: process.env.POSTGRES, ...compiled });

async function start(unit: string): Promise<void> {
  if (unit === 'caddy' || unit === 'nginx') return startProxy(unit);
  const { running, type } = readUnit(unit);
  if (type !== 'oneshot') return launch(unit, running);
  const [program = '', ...args] = running.command;
  const { status, stdout, stderr } = spawnSync(program, args, { ...running, encoding: 'utf8' });
  appendFileSync(join(root, 'run', `${unit}.log`), stdout + stderr);
  if (status !== 0) {
    appendFileSync(join(root, 'run/failed'), `${unit}\n`);
    fail(`${unit} failed: ${stderr}`);
  }
}

async function enable(names: readonly string[]): Promise<void> {
  for (const name of names) {
    const [unit = '', kind] = name.split('.');
    if (kind !== 'timer') await start(unit);
    // a timer’s service runs at night: here only its unit is read
    else if (existsSync(join(root, 'etc/systemd/system', name))) readUnit(unit);
    else fail(`there is no unit ${name}`);
    appendFileSync(join(root, 'run/enabled'), `${name}\n`);
  }
}

async function systemctl([verb = '', ...args]: readonly string[]): Promise<void> {
  const [unit = ''] = args.map((name) => name.replace('.service', ''));
  const line = [verb, ...args].join(' ');
  if (line === 'daemon-reload') return;
  if (line.startsWith('enable --now ')) return enable(args.slice(1));
  if (line.startsWith('disable --now ')) return stop(args[1] ?? '');
  if (line === '--failed') return void process.stdout.write(readIf('failed'));
  if (line === 'list-timers clipurse-*') return void process.stdout.write(readIf('enabled'));
  // Prometheus itself is not started: its files were checked by promtool
  if (line === 'reload prometheus') return;
  if (verb === 'reload' && (unit === 'caddy' || unit === 'nginx')) return startProxy(unit);
  if (verb === 'restart') await stop(unit);
  if (verb === 'restart' || verb === 'start') return start(unit);
  fail(`systemctl ${line}: not known`);
}

const readIf = (name: string) =>
  existsSync(join(root, 'run', name)) ? read(join(root, 'run', name)) : '';

const [what, ...args] = process.argv.slice(2);
if (what === 'install') await install(args);
else await systemctl(args);
