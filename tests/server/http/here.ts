import { readConfig } from '../../../server/config.ts';
import { createLogger } from '../../../server/http/log.ts';
import { start } from '../../../server/start.ts';

/** The whole server in the test's own process. */
export interface ServerHere {
  readonly address: string;
  /** what it has printed and logged so far */
  readonly output: { stdout: string };
  stop(): Promise<void>;
}

/**
 * Starts it where the process is not the subject: one of its own takes seconds of the processor to start.
 * @param env all of the environment that the server sees
 * @throws why it does not start
 */
export async function startHere(env: Record<string, string>): Promise<ServerHere> {
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
