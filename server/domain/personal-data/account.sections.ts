import { ABOUT_PERSON } from '../letters/about-person.ts';
import { GUARD, hex, OTHERS, SECRET, type Section } from './section.ts';

const COUNTED = 'a count of friends; the export has each friend';
const FOLDED = 'the same value in the form for comparisons';

/** SQL: the inviters of these people. */
const above = (whom: string) => `select inviter_id from account where user_id in (${whom})`;
const INVITERS = [above('$1'), above(above('$1')), above(above(above('$1')))].join(' union all ');

/** The address for which a mail was requested; for a hash, the account's address. */
const MAILED_TO = `case when starts_with(email_key, chr(1))
  then (select email from account where user_id = $1) else email_key end`;

/** Prefixes of all limit buckets with a person's id in their name. */
const BUCKETS = [
  'requests:user',
  'password:user',
  'report:user',
  'cancel',
  'payout',
  'export',
  'email:user',
];

/** Sections about the account, its log-ins, and the actions of its owner and of operators. */
export const accountSections: readonly Section[] = [
  {
    table: 'account',
    columns: ['user_id', 'username', 'email', 'country', 'language', 'invite_code'].concat([
      'inviter_id',
      'created_at',
      'password_changed_at',
      'email_confirmed_at',
      'welcomed_at',
      'blocked_at',
      'deleted_at',
    ]),
    notExported: {
      username_key: FOLDED,
      email_key: FOLDED,
      username_skeletons: FOLDED,
      key_folding: FOLDED,
      password_hash: SECRET,
      friends_counted_to: COUNTED,
      friends_of_level_1: COUNTED,
      friends_of_level_2: COUNTED,
      friends_of_level_3: COUNTED,
    },
    sealed: 'email',
  },
  {
    table: 'account_lookup',
    whose: `user_id = $1 and lookup_hash = any(array(
      select unnest(lookup_hashes(username_key, email_key, invite_code))
      from account where user_id = $1))`,
    columns: [],
    told: { lookup_hash: hex('lookup_hash') },
    notExported: { user_id: 'is the person' },
    order: 'lookup_hash',
  },
  {
    table: 'session',
    columns: ['keep', 'browser', 'system', 'country', 'created_at', 'seen_at'].concat([
      'expires_at',
      'ends_at',
      'proven_at',
      'fcm_token',
    ]),
    told: { web_push: "web_push ->> 'endpoint'" },
    notExported: { token_hash: SECRET },
    order: 'created_at',
  },
  { table: 'known_device', columns: ['seen_at'], told: { device_hash: hex('device_hash') } },
  {
    table: 'registration_block',
    columns: ['registered_at'],
    told: { block_hash: hex('block_hash') },
  },
  {
    table: 'seen_from',
    columns: ['occasion', 'browser', 'system', 'seen_at'],
    told: { block_hash: hex('block_hash') },
    order: 'seen_at',
  },
  { table: 'reset_link', columns: ['expires_at'], notExported: { code_hash: SECRET } },
  {
    table: 'mail',
    whose: `user_id = $1 or email_key = (select email_key from account where user_id = $1)
      or link_id in (select link_id from email_link where user_id = $1)`,
    columns: ['kind', 'detail', 'created_at', 'due_at', 'attempts', 'expires_at'],
    told: { email_key: MAILED_TO },
    sealed: 'email',
    notExported: {
      mail_id: GUARD,
      sealed_key: FOLDED,
      link_id: GUARD,
      user_id: 'is the person',
      code_hash: SECRET,
    },
    order: 'created_at',
  },
  {
    table: 'email_link',
    columns: ['kind', 'email', 'created_at', 'expires_at'],
    sealed: 'email',
    notExported: { link_id: GUARD, email_key: FOLDED, code_hash: SECRET, session_hash: SECRET },
    order: 'link_id',
  },
  {
    table: 'recovery_code',
    columns: ['made_at'],
    notExported: { code_hash: SECRET },
  },
  {
    table: 'passkey',
    columns: ['name', 'counter', 'transports', 'created_at', 'used_at'],
    told: { credential_id: hex('credential_id'), public_key: hex('public_key') },
    order: 'created_at',
  },
  {
    table: 'consent',
    columns: ['what', 'version', 'language', 'stated_at'],
    order: 'stated_at, what',
  },
  { table: 'password_reset', columns: [], told: { who: "'an operator'" } },
  {
    table: 'friend',
    columns: ['level', 'created_at'],
    notExported: { friend_id: OTHERS },
    order: 'created_at',
  },
  {
    table: 'friend',
    name: 'friend_of',
    whose: `friend_id = $1 and user_id in (${INVITERS})`,
    columns: ['level', 'created_at'],
    notExported: { user_id: OTHERS },
    order: 'level',
  },
  {
    table: 'audit',
    whose: `${ABOUT_PERSON} = $1`,
    columns: ['at', 'action'],
    told: {
      who: "case when who ~ '^user \\d+$' then 'you' else 'somebody else' end",
      // without the names of an operator's files
      what: "what - '{from,out}'::text[]",
    },
    notExported: {
      audit_id: GUARD,
      reason:
        'a note of operators for each other: it may name other people, or show how fraud is detected',
    },
    order: 'audit_id',
  },
  {
    table: 'refused_call',
    columns: ['day', 'call', 'item', 'reason', 'first_at', 'last_at', 'times'],
    order: 'first_at',
  },
  {
    table: 'kept_answer',
    columns: ['path', 'answer', 'created_at', 'expires_at'],
    notExported: { key: GUARD, body_hash: GUARD },
    order: 'created_at',
  },
  {
    table: 'limit_window',
    whose: `bucket = any(array[${BUCKETS.map((bucket) => `'${bucket}:' || $1`).join(', ')}])`,
    columns: ['bucket', 'starts_at', 'ends_at', 'used'],
    notExported: { reserved: 'the number of attempts that one server has reserved' },
    order: 'starts_at',
  },
  {
    table: 'push',
    columns: ['occasion', 'kind', 'detail', 'created_at', 'due_at', 'attempts'],
    notExported: { session_hash: SECRET },
    order: 'created_at',
  },
  {
    table: 'approved_alone',
    whose: "kind = 'person' and subject = $1::text",
    columns: ['day'],
    amounts: ['amount'],
    notExported: { kind: 'is the same in each row', subject: 'is the person' },
  },
];
