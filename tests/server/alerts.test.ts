import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../scripts/debian-programs.ts';
import { ArchiveWatch } from '../../server/database/archive-watch.ts';
import { DiskSpace } from '../../server/database/disk-space.ts';
import { measureArchive, measureDisk } from '../../server/http/metrics.ts';
import { server, setUpServer } from './http/server.setup.ts';

setUpServer();

const root = join(import.meta.dirname, '../..');
const FILE = 'deploy/prometheus/alerts.yml';
const rules = readFileSync(join(root, FILE), 'utf8');
const board: { title: string; targets: { expr: string }[] }[] = JSON.parse(
  readFileSync(join(root, 'deploy/grafana/clipurse.json'), 'utf8'),
).panels;
const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);

/** Finds the names of the server’s metrics in a text; not `up`, which Prometheus makes. */
const metricsOf = (text: string) => [
  ...new Set(
    [...text.matchAll(/\bclipurse_\w+/g)].map(([name]) => name.replace(/_(count|bucket)$/, '')),
  ),
];

test('the rules read metrics that the server exports, and the dashboard draws all of them', async () => {
  measureDisk(server.metrics, new DiskSpace({}, () => undefined));
  measureArchive(server.metrics, new ArchiveWatch(server.domain.pool, () => undefined));
  const told = await Registry.merge([server.metrics]).getMetricsAsJSON();
  const names = told.map(({ name }) => name);
  expect(metricsOf(rules).length).toBeGreaterThan(5);
  expect(names).toEqual(expect.arrayContaining(metricsOf(rules)));
  expect(metricsOf(JSON.stringify(board)).sort()).toEqual(names.sort());
});

test('docs/operating.md lists all alerts, in the order of the rules', () => {
  const docs = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const told = [...docs.matchAll(/^\| `(Clipurse\w+)` \|/gm)].map(([, name]) => name);
  expect(told).toEqual(alerts);
});

const promtool = findProgram('promtool');

function check(folder: string, ...args: string[]): void {
  const { status, stdout, stderr } = spawnSync(promtool ?? '', args, {
    ...{ cwd: folder, encoding: 'utf8', timeout: 60_000 },
  });
  expect(status, stdout + stderr).toBe(0);
}

function makeFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return folder;
}

test.runIf(promtool)('Prometheus understands each query of the dashboard', () => {
  const queries = board.flatMap(({ targets }) => targets.map(({ expr }) => expr));
  const rules = queries.map((query, index) => ({
    record: `query:${index}`,
    expr: query.replaceAll('$__rate_interval', '5m'),
  }));
  const folder = makeFolder();
  // JSON is YAML too
  writeFileSync(join(folder, 'queries.yml'), JSON.stringify({ groups: [{ name: 'all', rules }] }));
  check(folder, 'check', 'rules', 'queries.yml');
  expect(queries.length).toBeGreaterThanOrEqual(board.length);
});

test.runIf(promtool)('each rule fires for its cause, after its time and not before', () => {
  const folder = makeFolder();
  copyFileSync(join(root, FILE), join(folder, 'alerts.yml'));
  copyFileSync(join(import.meta.dirname, 'alerts.cases.yml'), join(folder, 'cases.yml'));
  const cases = readFileSync(join(folder, 'cases.yml'), 'utf8');
  expect(alerts.filter((name) => !cases.includes(`alertname="${name}"`))).toEqual([]);
  check(folder, 'test', 'rules', 'cases.yml');
});
