import { globSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { gapsOf, planOf } from './drive.ts';
import type { AnyDriver } from './driver.ts';
import { drivers } from './drivers.ts';
import { undriven } from './undriven.ts';

const MACHINES = join(import.meta.dirname, '../../machines');

test('every machine has its driver, or a reason why not', () => {
  const all = globSync('**/*.machine.ts', { cwd: MACHINES }).sort();
  const known = Object.values(drivers).flatMap((some) => Object.keys(some));
  expect([...known, ...Object.keys(undriven)].sort()).toEqual(all);
});

test.each(Object.values(drivers).flatMap((some): [string, AnyDriver][] => Object.entries(some)))(
  '%s: every transition has a walk that takes it, or a reason why not',
  (_, driver) => {
    expect(gapsOf(driver, planOf(driver))).toEqual([]);
  },
);
