import { writeFileSync } from 'node:fs';
import { join } from 'node:path';

/** A stub for a program that would change this machine, or contact another machine. */
interface StubProgram {
  /** why the page's program is not run */
  readonly why: string;
  /** shell lines that are run instead, with $ROOT, $NODE and $TESTS */
  readonly script: string;
}

const KNOWN = `known() { grep -qx "\${1%%:*}" "$ROOT/run/users" || { echo "no user $1" >&2; exit 1; }; }`;
/** Runs services.ts, which may use all programs of this machine, unlike the page’s lines. */
const SERVICES = 'PATH="$PATH:/usr/bin:/bin" exec "$NODE" "$TESTS/services.ts"';

/** The programs of the packages that the page installs, by package. */
export const PACKAGES: Readonly<Record<string, readonly string[]>> = {
  adduser: ['adduser'],
  'ca-certificates': [],
  caddy: [],
  certbot: ['certbot'],
  curl: ['curl'],
  libatomic1: [],
  nginx: [],
  npm: ['npm'],
  postgresql: ['createuser', 'createdb', 'pg_dump'],
};

const STUBS: Readonly<Record<string, StubProgram>> = {
  'apt-get': {
    why: 'it would install and start programs here: those of its packages come from debian-programs',
    script: `case "$*" in
  update) exit ;;
  'install --yes --no-install-recommends '*) shift 3 ;;
  *) echo "apt-get $*: not known" >&2; exit 1 ;;
esac
${SERVICES} install "$@"`,
  },
  adduser: {
    why: 'it would make users of this machine: the test notes their names, and runs all as itself',
    script: `home=; make=yes
while [ $# -gt 1 ]; do
  case "$1" in
    --system | --group) ;;
    --no-create-home) make= ;;
    --home) home=$2; shift ;;
    *) echo "adduser $1: not known" >&2; exit 1 ;;
  esac
  shift
done
echo "$1" >>"$ROOT/run/users"
[ -z "$make" ] || mkdir -p "$home"`,
  },
  runuser: {
    why: 'its user is only a name here',
    script: `${KNOWN}
[ "$1 $3" = '-u --' ] || { echo "runuser $*: not known" >&2; exit 1; }
known "$2"; shift 3; exec "$@"`,
  },
  chown: {
    why: 'the users are only names here',
    script: `${KNOWN}\n[ "$1" != -R ] || shift; known "$1"; [ -e "$2" ]`,
  },
  install: {
    why: 'the users are only names here',
    script: `${KNOWN}
set -- "$@" --end
while [ "$1" != --end ]; do
  case "$1" in
    -o | -g) known "$2"; shift 2 ;;
    *) set -- "$@" "$1"; shift ;;
  esac
done
shift; exec /usr/bin/install "$@"`,
  },
  npm: {
    why: 'it asks the registry: Node and the packages of the lock are those of this checkout',
    script: `case "$*" in
  'install --global --prefix '*' node-'*'@'"\${NODE_VERSION}")
    mkdir -p "$4/bin"; exec ln -s "$NODE" "$4/bin/node" ;;
  'install --global --prefix '*' npm@'*)
    exec ln -s "$0" "$4/bin/npm" ;;
  ci) exec node "$TESTS/packages.ts" ;;
  'run '*) exec "$NPM" "$@" ;;
  *) echo "npm $*: not known" >&2; exit 1 ;;
esac`,
  },
  createuser: {
    why: 'its socket is elsewhere',
    script:
      'exec "$POSTGRES/createuser" --host="$ROOT/var/run/postgresql" --username=postgres "$@"',
  },
  createdb: {
    why: 'its socket is elsewhere',
    script: 'exec "$POSTGRES/createdb" --host="$ROOT/var/run/postgresql" --username=postgres "$@"',
  },
  pg_dump: { why: 'the one of the version that runs', script: 'exec "$POSTGRES/pg_dump" "$@"' },
  systemctl: {
    why: 'there is no systemd in a container: what the units start is started',
    script: `${SERVICES} systemctl "$@"`,
  },
  journalctl: {
    why: 'there is no journal: the output of a service is in a file',
    script: `[ "$1" = -u ] && cat "$ROOT/run/$2.log"`,
  },
  certbot: {
    why: 'an authority would ask this name: the test asks for the file as it would, and gives a certificate of this machine',
    script: `[ "$1 $2 $3 $5 $7" = 'certonly --webroot --webroot-path --domain --deploy-hook' ] || { echo "certbot $*: not known" >&2; exit 1; }
mkdir -p "$4/.well-known/acme-challenge"
echo token >"$4/.well-known/acme-challenge/test"
[ "$(curl --fail --silent "http://$6/.well-known/acme-challenge/test")" = token ] || { echo 'the challenge is not served' >&2; exit 1; }
mkdir -p "$ROOT/etc/letsencrypt/live/$6"
cp "$CERT" "$ROOT/etc/letsencrypt/live/$6/fullchain.pem"
cp "$KEY" "$ROOT/etc/letsencrypt/live/$6/privkey.pem"`,
  },
  curl: {
    why: 'the name leads to the test’s ports, with a certificate that only the test trusts',
    script: `exec /usr/bin/curl --cacert "$ROOT/run/authorities.pem" --connect-to "localhost:443:127.0.0.1:$HTTPS" --connect-to "localhost:80:127.0.0.1:$HTTP" "$@"`,
  },
  docker: {
    why: 'there is none in the tests: what the file asks of .env is looked at (deploy-containers.test.ts reads the rest)',
    script: `for name in $(grep -o '\${[A-Z_]*:?' compose.yaml | tr -d '\${:?'); do
  grep -q "^$name=..*" .env || { echo "$name is missing in .env" >&2; exit 1; }
done
case "$*" in
  'compose up --detach --build') ;;
  'compose exec server node '*) [ -f "../../$5" ] && grep -q '^  server:$' compose.yaml ;;
  *) echo "docker $*: not known" >&2; exit 1 ;;
esac`,
  },
};

/** Programs that every Debian has. */
export const BASE_PROGRAMS = [
  ...['bash', 'cat', 'cp', 'env', 'grep', 'ln', 'mkdir', 'printf', 'rm', 'sed', 'seq', 'sh'],
  ...['sleep', 'tar', 'tr', 'openssl'],
];

/** Stubs for programs that the page does not install. */
export const BASE_STUBS = [
  ...['apt-get', 'chown', 'docker', 'install', 'journalctl', 'runuser', 'systemctl'],
];

export function provide(program: string, bin: string): void {
  const stub = STUBS[program];
  if (!stub) throw new Error(`${program} has no stub`);
  const text = `#!/bin/bash\n# ${stub.why}\nset -eu\n${stub.script}\n`;
  writeFileSync(join(bin, program), text, { mode: 0o755 });
}
