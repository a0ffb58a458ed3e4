import { expect } from 'vitest';
import { runOperator } from '../../server/operator/cli.ts';
import type { CallName, Client } from './http/client.ts';
import type { TestServer } from './http/server.ts';

/** Returns functions that run operator commands on a server, and call it in a given language. */
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
    // the server caches the data of its pages for a second
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
    /** Calls the server as a browser with this language. @returns the answer's data */
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
