import * as calls from '../../contract/calls.ts';
import type { ClaimCall } from '../../contract/claims.ts';
import { maskAccount } from '../../contract/mask.ts';
import { formatMoney } from '../../contract/money.ts';
import { plainText } from '../../contract/plain-text.ts';
import type {
  TimelineEvent,
  TimelineEventKind,
  TimelineFacts,
} from '../domain/letters/timeline-events.ts';
import { reasonIn } from '../words/reasons.ts';
import { entryInWords } from './entry-words.ts';
import { inWords } from './refusal-reasons.ts';

type Words = { readonly [Kind in TimelineEventKind]: (facts: TimelineFacts[Kind]) => string };

const money = (amount: number): string => formatMoney(BigInt(amount));
/** Formats a time as all commands do. */
const time = (moment: string): string => new Date(moment).toISOString();
const titled = (what: string, title: string | null): string =>
  title === null ? what : `${what} "${title}"`;
const because = (reason: string | null | undefined): string =>
  reason ? `: ${plainText(reasonIn(undefined, reason))}` : '';
const clips = (videos: number): string => `${videos} ${videos === 1 ? 'clip' : 'clips'}`;

const account = ({ inviter, block_users }: TimelineFacts['account']): string => {
  const invited =
    inviter === null
      ? 'the user registered without an invitation'
      : `the user registered, invited by ${inviter}`;
  if (block_users === 0) return invited;
  return `${invited}; registrations from the same block of addresses: ${block_users}`;
};

const login = ({ device, seen_at, expires_at, push }: TimelineFacts['login']): string => {
  const where = device === null ? 'the user logged in' : `the user logged in on device ${device}`;
  if (!seen_at || !expires_at) return `${where}; this session has ended`;
  const pushed = push ? `with push messages by ${push}` : 'without push messages';
  return `${where}; this session was last used ${time(seen_at)} and ends ${time(expires_at)}, ${pushed}`;
};

const served = ({ what, ids }: TimelineFacts['served']): string => {
  const kind = what === 'video' ? 'clip' : 'advertisement';
  const things = ids.length === 1 ? `1 ${kind} was` : `${ids.length} ${kind}s were`;
  return `${things} handed out: ${ids.join(', ')}`;
};

const watch = ({ action, id, title, seconds, amount }: TimelineFacts['watch']): string => {
  const thing = titled(`${action === 'clip' ? 'clip' : 'advertisement'} ${id}`, title);
  const watched = seconds === null ? 'watched' : `watched for ${seconds} s`;
  const paid = amount === 0 ? 'its reward was 0' : `paid ${money(amount)}`;
  return `${thing} was ${action === 'click' ? 'followed' : watched}: ${paid}`;
};

type Subject = (item: string) => string;

const CLAIMED: Readonly<Record<ClaimCall, Subject>> = {
  record: (item) => `clip ${item}`,
  watchAdReward: (item) => `watching advertisement ${item}`,
  clickAdReward: (item) => `following advertisement ${item}`,
  claimShareReward: () => 'the reward of a share',
  claimTask: (item) => `the task ${item || '(unknown)'}`,
};

/** Subject of a refused call, by the call's name. */
const SUBJECTS: Readonly<Record<string, Subject>> = {
  ...CLAIMED,
  checkAndAddExtraRewards: () => 'extra views',
  withdraw: () => 'a withdrawal',
  cancelWithdrawal: () => 'cancelling a withdrawal',
};

const NAMES = new Map<string, string>(
  Object.entries(calls).map(([name, { path }]) => [path, name]),
);

const refusal = ({
  call,
  item,
  title,
  reason,
  times,
  last_at,
}: TimelineFacts['refusal']): string => {
  const subject = titled(SUBJECTS[NAMES.get(call) ?? '']?.(item) ?? `the call ${call}`, title);
  const often = times === 1 ? '' : `; ${times} times until ${time(last_at)}`;
  return `${subject} was refused: ${inWords(reason)}${often}`;
};

/** Effect of a ledger entry, by its accounts: `debit > credit`. */
const MOVES: Readonly<Record<string, string>> = {
  'rewards > available': 'was credited',
  'available > held': 'is held',
  'held > payouts': 'was paid out',
  'held > available': 'was given back',
  'payouts > available': 'came back after it had been paid',
  'available > rewards': 'was taken',
  'debt > rewards': 'is owed from now on',
  'available > debt': 'repaid a debt',
};

const entry = ({
  op,
  debit,
  credit,
  amount,
  detail,
  withdrawal,
}: TimelineFacts['entry']): string => {
  const moved = MOVES[`${debit} > ${credit}`] ?? `went from ${debit} to ${credit}`;
  const subject = withdrawal === null ? entryInWords(op) : `withdrawal ${withdrawal}`;
  return `${money(amount)} ${moved}: ${titled(subject, detail || null)}`;
};

const friend = ({ friend: name, videos }: TimelineFacts['friend']): string =>
  `${name} registered as a friend, and has watched ${clips(videos)} so far`;

const onItsWay = (facts: TimelineFacts['on its way']): string => {
  const { op, amount, friend: name, videos = 0, laid_aside } = facts;
  const reward = `${money(amount)} (${entryInWords(op)})`;
  if (laid_aside !== undefined)
    return `${reward} could not be credited; to try again: outbox retry ${laid_aside}`;
  if (!name) return `${reward} is being credited`;
  return `${reward} waits until ${name} has watched enough clips; ${clips(videos)} so far`;
};

const change = (facts: TimelineFacts['change']): string => {
  const { action, who, reason, before, after, method, account: payee, recipient } = facts;
  if (method && payee) return `${action}: ${method} ${maskAccount(payee)} of ${recipient}`;
  const given = after === null ? '' : `, ${after}`;
  const values = before === null ? given : `, from ${before} to ${after}`;
  return `${action}${values}, by ${who}${because(reason)}`;
};

const withdrawal = (facts: TimelineFacts['withdrawal']): string => {
  const { id, step, amount, method, account: payee = '', reason, from, batch, due_at } = facts;
  const held = facts.held_until ? `, not to be paid before ${time(facts.held_until)}` : '';
  const pays = facts.pays ? `, to be paid as ${facts.pays}` : '';
  const name = `withdrawal ${id} of ${money(amount)}`;
  const steps: Readonly<Record<string, string>> = {
    requested: `was requested, to ${method} ${maskAccount(payee)}${pays}${held}`,
    in_review: `went into review${due_at ? `, which ends by ${time(due_at)}` : ''}`,
    pending:
      from === 'processing'
        ? `was taken out of ${batch ? `batch ${batch}` : 'a batch'}, which was cancelled`
        : 'passed the review',
    processing: `was exported in ${batch ? `batch ${batch}` : 'a batch'}`,
    paid: 'was paid',
    failed: `could not be paid${because(reason)}`,
    returned: `came back after it had been paid${because(reason)}`,
    rejected: `was rejected${because(reason)}`,
    cancelled: 'was cancelled by the person',
  };
  return `${name} ${steps[step] ?? step}`;
};

const push = ({ message, attempts, due_at }: TimelineFacts['push']): string =>
  `the message ${message} waits for a device; attempts: ${attempts}, next ${time(due_at)}`;

const words: Words = {
  account,
  login,
  'failed login': ({ times, last_at }) =>
    times === 1 ? 'a log-in failed' : `${times} log-ins failed until ${time(last_at)}`,
  served,
  watch,
  refusal,
  entry,
  friend,
  'on its way': onItsWay,
  change,
  withdrawal,
  push,
};

/** An event of a member's timeline in one sentence. */
export const tell = ({ kind, facts }: TimelineEvent): string =>
  (words[kind] as (facts: TimelineEvent['facts']) => string)(facts);
