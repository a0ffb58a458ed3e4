import { spawnSync } from 'node:child_process';
import { copyFileSync, mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Registry } from 'prom-client';
import { expect, onTestFinished, test } from 'vitest';
import { findProgram } from '../../scripts/debian-programs.ts';
import { DiskSpace } from '../../server/database/disk-space.ts';
import { measureDisk } from '../../server/http/metrics.ts';
import { server, setUpServer } from './http/server.setup.ts';

setUpServer();

const root = join(import.meta.dirname, '../..');
const FILE = 'deploy/prometheus/alerts.yml';
const rules = readFileSync(join(root, FILE), 'utf8');
const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name]) => name);

/** Prometheus makes `up` itself. */
const metricsOfRules = () =>
  new Set(
    [...rules.matchAll(/\bclipurse_\w+/g)].map(([name]) => name.replace(/_(count|bucket)$/, '')),
  );

test('the rules read metrics that the server has', async () => {
  measureDisk(server.metrics, new DiskSpace({}, () => undefined));
  const told = await Registry.merge([server.metrics]).getMetricsAsJSON();
  const names = new Set(told.map(({ name }) => name));
  expect(metricsOfRules().size).toBeGreaterThan(5);
  expect([...metricsOfRules()].filter((name) => !names.has(name))).toEqual([]);
});

test('docs/operating.md says of each alert, in their order, what to do', () => {
  const docs = readFileSync(join(root, 'docs/operating.md'), 'utf8');
  const told = [...docs.matchAll(/^\| `(Clipurse\w+)` \|/gm)].map(([, name]) => name);
  expect(told).toEqual(alerts);
});

const promtool = findProgram('promtool');

test.runIf(promtool)('each rule fires by what it is for, after its time, and not before', () => {
  const folder = mkdtempSync(join(tmpdir(), 'clipurse-alerts-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  copyFileSync(join(root, FILE), join(folder, 'alerts.yml'));
  copyFileSync(join(import.meta.dirname, 'alerts.cases.yml'), join(folder, 'cases.yml'));
  const cases = readFileSync(join(folder, 'cases.yml'), 'utf8');
  expect(alerts.filter((name) => !cases.includes(`alertname="${name}"`))).toEqual([]);
  const { status, stdout, stderr } = spawnSync(promtool ?? '', ['test', 'rules', 'cases.yml'], {
    ...{ cwd: folder, encoding: 'utf8', timeout: 60_000 },
  });
  expect(status, stdout + stderr).toBe(0);
});
