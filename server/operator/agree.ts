import { createInterface } from 'node:readline';
import { OperatorError, type Plan } from './command.ts';
import { printed } from './text.ts';

/** Asks the operator. @returns the answer; null: there was none */
export type Ask = (question: string) => Promise<string | null>;

/** Asks whether to carry out a plan. @returns the time of the consent @throws OperatorError when there is none */
export type Agree = (plan: Plan) => Promise<Date>;

interface Asking {
  /** `--yes` on the command line */
  readonly yes: boolean;
  /** not given: there is no terminal */
  readonly ask: Ask | undefined;
  readonly say: (text: string) => void;
}

/** Shows a plan, and asks for consent. @throws OperatorError when there is none */
export async function requireConsent(plan: Plan, { yes, ask, say }: Asking): Promise<void> {
  say(printed(plan.shown));
  if (yes) return;
  if (!ask) {
    throw new OperatorError(
      'nothing was done: the command cannot ask you without a terminal, so it needs --yes',
    );
  }
  const answer = await ask(`${plan.question} [y/N] `);
  if (!/^\s*y(es)?\s*$/i.test(answer ?? '')) throw new OperatorError('nothing was done');
}

/** Suppresses other output while the operator is asked. */
export function quietly(
  ask: Ask | undefined,
  say: (text: string) => void,
): { ask: Ask | undefined; say: (text: string) => void } {
  let isAsking = false;
  return {
    ask:
      ask &&
      (async (question) => {
        isAsking = true;
        try {
          return await ask(question);
        } finally {
          isAsking = false;
        }
      }),
    say: (text) => {
      if (!isAsking) say(text);
    },
  };
}

/** Timeout of an answer, because the shown plan becomes outdated. */
const PATIENCE_MS = 600_000;

/** Reads one line from a terminal. */
export const askOnTerminal =
  (input: NodeJS.ReadableStream, output: NodeJS.WritableStream, patienceMs = PATIENCE_MS): Ask =>
  async (question) => {
    const answer = Promise.withResolvers<string | null>();
    const timer = setTimeout(answer.resolve, patienceMs, null);
    const lines = createInterface({ input });
    lines.once('line', answer.resolve);
    lines.once('close', () => answer.resolve(null));
    output.write(question);
    try {
      return await answer.promise;
    } finally {
      clearTimeout(timer);
      lines.close();
    }
  };
