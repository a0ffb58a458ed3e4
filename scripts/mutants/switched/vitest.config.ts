import { join } from 'node:path';
import { mergeConfig } from 'vitest/config';
import config from '../../../vitest.config.ts';

/** The project's tests on a program with switches; what waits in vain need not wait for long. */
export default mergeConfig(config, {
  test: {
    setupFiles: [join(import.meta.dirname, 'setup.ts')],
    expect: { poll: { timeout: 8_000 } },
  },
});
