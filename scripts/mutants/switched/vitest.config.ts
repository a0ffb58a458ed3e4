import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import config from '../../../vitest.config.ts';

/** Configuration for the tests of a program with switches, with short timeouts for waits that never end. */
export default mergeConfig(config, {
  test: {
    setupFiles: [join(import.meta.dirname, 'setup.ts')],
    expect: { poll: { timeout: 8_000 } },
  },
});
