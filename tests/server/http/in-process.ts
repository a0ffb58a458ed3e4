import { readConfig } from '../../../server/config.ts';
import { createLogger } from '../../../server/http/log.ts';
import { start } from '../../../server/start.ts';

/** A complete server in the test's own process. */
export interface InProcessServer {
  readonly address: string;
  /** the server's output so far */
  readonly output: { stdout: string };
  stop(): Promise<void>;
}

/**
 * Starts the server in the test's process: a process of its own takes seconds of processor time to
 * start.
 * @param env the whole environment of the server
 * @throws the reason why it does not start
 */
export async function startInProcess(env: Record<string, string>): Promise<InProcessServer> {
  const output = { stdout: '' };
  const write = (text: string) => {
    output.stdout += text;
  };
  const config = readConfig({ PORT: '0', ...env });
  const log = createLogger(config.logLevel, { write });
  const stop = await start({ env, config, log, print: (line) => write(`${line}\n`) });
  const [, address = ''] = /^Clipurse is ready: (\S+)$/m.exec(output.stdout) ?? [];
  return { address, output, stop };
}
