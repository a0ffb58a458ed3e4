import type { Browser } from 'playwright-core';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { connectBrowser } from '../browser/support.ts';
import { driveAll, gapsOf } from './drive.ts';
import type { AnyDriver } from './driver.ts';

/** A few hundred steps, on a machine that may do other things too. */
const DRIVE_MS = 480_000;

/** A test for each of these machines. @param connect to the browser that their screens need */
export function testDrivers(drivers: Record<string, AnyDriver>, connect = connectBrowser): void {
  let browser: Browser;
  beforeAll(async () => {
    browser = await connect();
  });
  afterAll(() => browser.close());

  test.each(Object.entries(drivers))(
    '%s: all that a person can cause is driven, and seen with its figures',
    async (_, driver) => {
      const { faults, taken } = await driveAll(driver, browser);
      // in one line: the list of what failed takes the first line of a message
      if (faults.length > 0) expect.fail(faults.join(' | ').replace(/\s*\n\s*/g, '; '));
      expect(gapsOf(driver, taken)).toEqual([]);
    },
    DRIVE_MS,
  );
}
