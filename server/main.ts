import { flushCompileCache } from 'node:module';
import type { Logger } from 'pino';
import { ConfigError } from './config.environment.ts';
import { readConfig } from './config.ts';
import { DatabaseError } from './database/database-error.ts';
import { endProcess } from './database/disk-timeout.ts';
import { createLogger } from './http/log.ts';
import { loadRest } from './lazily.ts';
import { onShutdownSignal } from './signals.ts';
import { StartError, type Stop, start } from './start.ts';

/** Stops the server on a signal, also while it starts. */
function stopOnSignals(stop: Stop, log: Logger): void {
  const end = () => {
    stop().then(
      () => endProcess(0),
      (error: unknown) => {
        log.error({ err: error }, 'the server could not stop in order');
        endProcess(1);
      },
    );
  };
  onShutdownSignal(end, () => endProcess(1));
}

try {
  const config = readConfig(process.env);
  const log = createLogger(config.logLevel);
  const print = (line: string) => process.stdout.write(`${line}\n`);
  const started = start({ env: process.env, config, log, print });
  stopOnSignals(async () => (await started)(), log);
  await started;
  await loadRest().catch((error: unknown) =>
    log.error({ err: error }, 'the server could not load all of its modules after the start'),
  );
  // Node itself writes the cache only when the process ends, and not when it is killed
  flushCompileCache();
} catch (error) {
  const expected =
    error instanceof ConfigError || error instanceof DatabaseError || error instanceof StartError;
  const why = expected ? error.message : ((error as Error).stack ?? String(error));
  process.stderr.write(`Clipurse cannot start: ${why}\n`);
  process.exitCode = 1;
}
