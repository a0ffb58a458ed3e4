import { formatMoney } from '../../contract/money.ts';
import { reviewEnd } from '../domain/own-withdrawals.ts';
import { type KindOfAccount, kindInSql } from '../domain/payout-accounts/kinds.ts';
import { openAccounts } from '../domain/payout-accounts/sealed.ts';
import { releaseFromReview } from '../domain/payout-steps.ts';
import type { Facts } from '../domain/review/facts.ts';
import { type Note, notesOf } from '../domain/review/notes.ts';
import { readRequestFacts } from '../domain/review/review.ts';
import { findingsOf, type Signal, sourcesOf } from '../domain/review/signals.ts';
import { Settings } from '../domain/settings.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { contactWarning } from './contact.ts';
import { readId } from './options.ts';
import { listingOf } from './people.commands.ts';
import { card, table } from './text.ts';

interface RequestRow extends KindOfAccount {
  readonly withdrawal_id: bigint;
  readonly user_id: bigint;
  readonly account: string;
  readonly username: string;
  readonly amount: bigint;
  readonly step: string;
  readonly review_due_at: Date | null;
  readonly needs_decision: boolean;
  readonly held_until: Date | null;
  readonly signals: readonly Signal[] | null;
  readonly created_at: Date;
}

async function findRequest({ db }: OperatorContext, id: number): Promise<RequestRow> {
  const { rows } = await db.query<RequestRow>(
    `select withdrawal_id, user_id, username, amount, step, review_due_at, needs_decision, held_until, signals,
       withdrawal.created_at, account_type, account, ${kindInSql('withdrawal')}
     from withdrawal join account using (user_id) where withdrawal_id = $1`,
    [id],
  );
  const [row] = openAccounts(db, rows);
  if (!row) throw new OperatorError(`there is no withdrawal ${id}`);
  return row;
}

/** Returns the commands that list the people whom the findings count. */
function listsOf({ username }: RequestRow, facts: Facts): string[] {
  return [
    ...(facts.invitees > 0 ? [listingOf('invited-by', username)] : []),
    ...(facts.registrations > 1 ? [listingOf('block-of', username)] : []),
    ...(facts.sharing > 0 ? [listingOf('account-of', username)] : []),
  ];
}

/** Reads the facts for and against a payment: the present ones, and the signals at the time of the request. */
async function reviewOf(context: OperatorContext, id: number) {
  const request = await findRequest(context, id);
  const settings = new Settings({ db: context.db });
  await settings.refresh();
  const known = await readRequestFacts({ ...context, settings }, [request.withdrawal_id]);
  const facts = known.get(request.withdrawal_id);
  if (!facts) throw new Error(`nothing is known of withdrawal ${id}`);
  return {
    id,
    username: request.username,
    amount: formatMoney(request.amount),
    step: request.step,
    requested_at: request.created_at.toISOString(),
    review_due_at: reviewEnd(request),
    needs_decision: request.needs_decision,
    held_until: request.held_until?.toISOString() ?? null,
    registered_at: facts.registered_at.toISOString(),
    blocked_at: facts.blocked_at?.toISOString() ?? null,
    earned: sourcesOf(facts).map((row) => ({ ...row, amount: formatMoney(row.amount) })),
    findings: findingsOf(facts, settings, context.now),
    notes: await notesOf(context.db, request, context.now),
    at_request: request.signals,
    who_they_are: listsOf(request, facts),
  };
}

const noteLine = ({ about, text }: Note) => `  ${about}: ${text}`;

function write({
  earned,
  findings,
  notes,
  at_request,
  who_they_are,
  ...fields
}: Awaited<ReturnType<typeof reviewOf>>) {
  const lines = (of: readonly Signal[]) => of.map(({ name, text }) => `  ${name}: ${text}`);
  const of = (raised: boolean) => lines(findings.filter((found) => found.raised === raised));
  const part = (title: string, content: readonly string[]) =>
    `${title}\n${content.length > 0 ? content.join('\n') : '  none'}`;
  const before = at_request ? lines(at_request) : ['  not checked'];
  return [
    card(fields),
    part('Earned:', [table(earned, '  nothing')]),
    part('Signals now:', of(true)),
    part('No signals:', of(false)),
    part('Also known, and no signal:', notes.map(noteLine)),
    part('Signals when it was requested:', before),
    ...(who_they_are.length > 0
      ? [
          part(
            'Commands that list these people:',
            who_they_are.map((command) => `  ${command}`),
          ),
        ]
      : []),
  ].join('\n\n');
}

const review: Command = {
  name: 'withdrawals review',
  hasAmounts: true,
  synopsis: 'ID',
  summary: 'shows the facts for and against the payment of a withdrawal, with their figures',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const json = await reviewOf(context, readId(id));
    const warning = json.step === 'in_review' ? await contactWarning(context) : '';
    return { json, text: write(json) + warning };
  },
};

const release: Command = {
  name: 'withdrawals release',
  changes: true,
  synopsis: 'ID',
  summary: 'ends the review of a withdrawal, which may then be paid',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const number = readId(id);
    await releaseFromReview(context.db, number, context.now);
    return { json: await reviewOf(context, number), text: `withdrawal ${number} may be paid` };
  },
};

export const reviewCommands: readonly Command[] = [review, release];
