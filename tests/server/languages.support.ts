import { expect } from 'vitest';
import { runOperator } from '../../server/operator/cli.ts';
import type { CallName, Client } from './http/client.ts';
import type { TestServer } from './http/server.ts';

/** An operator of a server, and its visitors from many countries. */
export function operatorOf(server: () => TestServer) {
  /** Runs a command. @returns its status and output */
  async function operate(...argv: string[]) {
    const { domain, dataDir } = server();
    const [out, err]: [string[], string[]] = [[], []];
    const status = await runOperator(
      argv,
      { DATABASE_URL: domain.url, DATA_DIR: dataDir },
      { out: (text) => out.push(text), err: (text) => err.push(text) },
    );
    await domain.settings.refresh();
    // pages cache clips for a second
    domain.advance(1_000);
    return { status, out: out.join('\n'), err: err.join('\n') };
  }

  async function done(...argv: string[]): Promise<string> {
    const { status, out, err } = await operate(...argv);
    expect({ status, err }).toEqual({ status: 0, err: '' });
    return out;
  }

  return {
    operate,
    done,
    read: async (...argv: string[]) => JSON.parse(await done(...argv, '--json')),
    /** The answer to a call of a browser with this language. */
    asked: async (
      name: CallName,
      language: string,
      input: object = {},
      client: Client = server().visitor(),
    ) => {
      const { envelope } = await client.send(name, { ...input }, { 'accept-language': language });
      // biome-ignore lint/suspicious/noExplicitAny: answers of different calls
      return envelope.data as any;
    },
  };
}
