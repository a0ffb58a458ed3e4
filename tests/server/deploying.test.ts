import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { parse, stringify } from 'yaml';
import { BASE_PATH } from '../../contract/envelope.ts';
import { findProgram } from '../../scripts/debian-programs.ts';
import { type LineResult, type Machine, makeMachine } from './deploying/machine.ts';
import { type Block, readBlocks } from './deploying/page.ts';
import { ask } from './http/tls-client.ts';

const isHere = (['caddy', 'nginx', 'promtool', 'pg_rewind'] as const).every(
  (name) => findProgram(name) !== null,
);

let machine: Machine;
beforeAll(async () => {
  if (isHere) machine = await makeMachine();
});
afterAll(() => machine?.close());

/** Expects the running proxy to serve the app over TLS. */
async function expectLive(): Promise<void> {
  const url = `https://localhost:${machine.places.ports.https}`;
  await vi.waitFor(async () => {
    const page = await ask(url, { ca: machine.trust() });
    expect([page.status, page.body.toString()]).toEqual([
      200,
      expect.stringContaining('<!doctype html>'),
    ]);
  }, 30_000);
  const { body } = await ask(url, { ca: machine.trust() });
  const [script] = /assets\/index-[\w-]+\.js/.exec(body.toString()) ?? [];
  expect((await ask(`${url}/${script}`, { ca: machine.trust() })).status).toBe(200);
  const call = await ask(`${url}${BASE_PATH}/api/user/getAppConfig`, { ca: machine.trust() });
  expect(JSON.parse(call.body.toString())).toMatchObject({ code: 1 });
}

/** Repeats the line until it prints 429: on a busy machine the setting may take effect late. */
async function expectForgedRefused({ line, out }: Given): Promise<void> {
  for (let said = out, tries = 0; !/429$/.test(said); tries += 1) {
    expect(tries, `requests with forged addresses are not limited: ${said}`).toBeLessThan(10);
    said = (await machine.run(line)).out;
  }
}

interface Given extends LineResult {
  readonly line: string;
}

/** Further expectations on lines, beside their exit status. */
const AFTER: readonly (readonly [RegExp, (given: Given) => unknown])[] = [
  [/readyz$/, ({ out }) => expect(out).toContain('"status":"ready"')],
  // doctor may find faults: the page starts the proxy later
  [/operator doctor/, ({ out }) => expect(out).toMatch(/^good +database: clipurse/m)],
  [/203\.0\.113/, expectForgedRefused],
  [/'\^clipurse_unnamed_proxies'/, ({ out }) => expect(out).toMatch(/ 0$/)],
  [/grep --count/, ({ out }) => expect(out).toBe('0')],
  [/--failed$/, ({ out }) => expect(out).toBe('')],
  // the test has no bucket for media: the bucket’s tests run the command with one
  [/media upload$/, ({ out }) => expect(out).toContain('S3_ENDPOINT is not set')],
  [/reload (caddy|nginx)$/, expectLive],
  [/restart clipurse-server.service$/, expectLive],
];
/** Lines that may end with another status than 0 although all is well. */
const ENDS_OTHERWISE = /grep --count|operator doctor|media upload$/;

/** Adds the page’s lines to Prometheus’s configuration, as an operator does by hand. */
function addToPrometheus(lines: readonly string[]): void {
  const file = join(machine.places.root, 'etc/prometheus/prometheus.yml');
  const own = parse(readFileSync(file, 'utf8'));
  const { rule_files, scrape_configs } = parse(lines.join('\n'));
  own.rule_files = [...(own.rule_files ?? []), ...rule_files];
  own.scrape_configs.push(...scrape_configs);
  writeFileSync(file, stringify(own));
}

async function play({ section, lines }: Block): Promise<void> {
  if (lines[0] === 'rule_files:') return addToPrometheus(lines);
  if (section === 'In containers') machine.setFolderOfNextLine('clone');
  for (const line of lines) {
    const said = await machine.run(line);
    const told = `${section}: ${line}: ${said.out}`;
    if (!ENDS_OTHERWISE.test(line)) expect(said.status, told).toBe(0);
    for (const [, look] of AFTER.filter(([named]) => named.test(line)))
      await look({ ...said, line });
  }
}

test.runIf(isHere)(
  'the commands of docs/deploying.md install the app behind TLS, upgrade it and go back',
  async () => {
    const blocks = readBlocks('deploying.md');
    expect(blocks.length).toBeGreaterThan(15);
    for (const block of blocks) await play(block);
    // a timer starts this service at night
    expect(await machine.run('systemctl start clipurse-verify.service')).toEqual({
      status: 0,
      out: '',
    });
    await expectLive();
  },
  300_000,
);
