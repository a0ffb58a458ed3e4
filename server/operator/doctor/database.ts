import type pg from 'pg';
import { agreedPages } from '../../../contract/operator-pages.ts';
import { readTime } from '../../database/clock.ts';
import { inTransaction } from '../../database/database.ts';
import { isDiskFull, writeFailureReason } from '../../database/write-health.ts';
import { countDeadLetters } from '../../domain/dead-letters.ts';
import { MoneyFigures } from '../../domain/money-figures.ts';
import { currentVersions } from '../../domain/operator-pages/texts.ts';
import { whyNoRate } from '../../domain/paid-currency.ts';
import { Settings } from '../../domain/settings.ts';
import { errorReason, type Finding, good, wrong } from './finding.ts';
import { lookAtKeys } from './keys.ts';
import { lookAtLookups } from './lookups.ts';

/** Largest good difference to the database's clock, which the server uses, except in its log. */
const MAX_CLOCK_DIFFERENCE_MS = 2_000;
/** Longest good delay: rewards of friends, push messages and mails normally go out within seconds. */
const LONGEST_LAG_S = 300;

async function lookAtClock(pool: pg.Pool): Promise<Finding> {
  const apartMs = Date.now() - (await readTime(pool)).getTime();
  const seconds = Math.abs(apartMs / 1000).toFixed(1);
  if (Math.abs(apartMs) <= MAX_CLOCK_DIFFERENCE_MS) {
    return good('clock', 'this machine and the database agree on the time');
  }
  return wrong(
    'clock',
    'warning',
    `this machine is ${seconds} s ${apartMs < 0 ? 'behind' : 'ahead of'} the database; the server goes by the time of the database`,
    'set the clocks of both by NTP',
  );
}

/** Checks that Postgres takes writes and has room for some; the written table vanishes with the transaction. */
async function lookAtWrites(pool: pg.Pool): Promise<Finding> {
  try {
    await inTransaction(pool, (db) =>
      db.query(
        `create temporary table doctor_writes on commit drop as
         select repeat(n::text, 8) from generate_series(1, 4000) as n`,
      ),
    );
  } catch (error) {
    const trouble = writeFailureReason(error);
    if (trouble === null)
      return wrong('writes', 'unknown', errorReason(error), 'read the log of Postgres');
    const isFull = isDiskFull(error);
    const remedy = isFull
      ? 'make room on the disk, or use a larger one'
      : 'set DATABASE_URL to the address of the primary';
    return wrong('writes', 'bad', `${trouble}: nobody is paid`, remedy);
  }
  return good('writes', 'the database takes writes');
}

/** For how many seconds the most urgent mail is overdue; null: no mail is queued. */
async function mailLag(pool: pg.Pool): Promise<number | null> {
  const { rows } = await pool.query<{ lag: number | null }>(
    'select extract(epoch from now() - min(due_at))::float8 as lag from mail',
  );
  return rows[0]?.lag ?? null;
}

async function lookAtQueues(pool: pg.Pool): Promise<Finding[]> {
  const dead = await countDeadLetters(pool);
  const figures = await new MoneyFigures(pool).read();
  const lags = [figures?.outboxLagSeconds, figures?.pushLagSeconds, await mailLag(pool)];
  const lag = Math.round(Math.max(...lags.map((seconds) => seconds ?? 0)));
  const letters =
    dead === 0
      ? good('outbox', 'no reward was laid aside')
      : wrong(
          'outbox',
          'bad',
          `${dead} rewards could not be credited and were laid aside`,
          'read the reasons: outbox list',
        );
  const queues =
    lag <= LONGEST_LAG_S
      ? good('queues', 'rewards of friends, push messages and mails go out in time')
      : wrong(
          'queues',
          'bad',
          `rewards of friends, push messages or mails wait for ${lag} s`,
          'check that a server runs, and read its log',
        );
  return [letters, queues];
}

/** Finds methods that pay nobody because the rate of their currency is missing or too old. */
async function lookAtRates(pool: pg.Pool): Promise<Finding> {
  const settings = new Settings({ db: pool });
  await settings.refresh();
  const now = await readTime(pool);
  const { rows } = await pool.query<{ currency: string; methods: string }>(
    `select currency, string_agg(method, ', ' order by method) as methods from payout_method
     where currency is not null and disabled_at is null group by currency order by currency`,
  );
  const stopped = rows.flatMap(({ currency, methods }) => {
    const why = whyNoRate(settings, currency, now);
    return why === null ? [] : [{ currency, says: `${why}: nobody is paid by ${methods}` }];
  });
  const [first] = stopped;
  if (!first)
    return good('rates', `amounts are in ${settings.currency}; no payout method lacks its rate`);
  const says = stopped.map((each) => each.says).join('; ');
  return wrong('rates', 'bad', says, `set the rate again: rates set ${first.currency} VALUE`);
}

interface Installation {
  /** whether the app's URL is on the internet */
  readonly isPublic: boolean;
  /** whether a mail server is configured */
  readonly mails: boolean;
}

/** Warns of settings that are meant for development, stop the product or are missing, and of unpublished pages. */
async function lookAtSettings(
  pool: pg.Pool,
  { isPublic, mails }: Installation,
): Promise<Finding[]> {
  const settings = new Settings({ db: pool });
  await settings.refresh();
  const findings: Finding[] = [];
  const warn = (what: string, says: string, remedy: string) =>
    findings.push(wrong(what, 'warning', says, remedy));
  if (settings.get('payout.paused')) {
    warn(
      'payouts',
      'payouts are paused',
      'when the reason for the pause is over: config set payout.paused false',
    );
  }
  if (settings.get('debug.pages') && isPublic) {
    warn('debug pages', 'everybody can open /Demo and /docs', 'config set debug.pages false');
  }
  if (settings.get('withdraw.email_confirmed_required') && !mails) {
    warn(
      'e-mails',
      'withdraw.email_confirmed_required is true, but the server sends no mail: people withdraw without a confirmed e-mail',
      'set SMTP_URL and MAIL_FROM, or config set withdraw.email_confirmed_required ""',
    );
  }
  if (settings.get('support.contact') === '') {
    warn(
      'contact',
      'support.contact is not set: people find no address to write to',
      'config set support.contact ADDRESS',
    );
  }
  const published = (await currentVersions(pool)).map(({ page }) => page);
  for (const page of agreedPages.filter((each) => !published.includes(each))) {
    warn(page, `nobody can read the ${page} before registering`, `pages publish ${page} FILE`);
  }
  return findings.length > 0
    ? findings
    : [good('settings', 'no setting needs a change, and all required pages are published')];
}

export async function lookAtDatabase(pool: pg.Pool, about: Installation): Promise<Finding[]> {
  return [
    await lookAtWrites(pool),
    await lookAtClock(pool),
    ...(await lookAtQueues(pool)),
    await lookAtRates(pool),
    await lookAtKeys(pool),
    await lookAtLookups(pool),
    ...(await lookAtSettings(pool, about)),
  ];
}
