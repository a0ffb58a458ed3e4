import { beforeEach } from 'vitest';
import type { ReportReason } from '../../contract/report-reasons.ts';
import type { Caller } from '../../server/domain/context.ts';
import { sendReport } from '../../server/domain/reports.ts';
import { videoList } from '../../server/domain/videos.ts';
import { textOf } from '../../server/push/texts.ts';
import { domain, setUpOperator } from './operator.setup.ts';

/** Gives the test file the operator's commands; each test begins without reports. */
export function setUpReports(): void {
  setUpOperator();
  beforeEach(async () => {
    await domain.pool.query('truncate report, push, video restart identity');
    // commands use the database's clock
    domain.setNow(new Date());
  });
}

/** Reports a clip as a member, or as a visitor from an address. */
export const report = (
  id: number,
  who: Caller | string,
  reason: Exclude<ReportReason, 'other'> = 'misleading',
  kind: 'clip' | 'ad' = 'clip',
) =>
  typeof who === 'string'
    ? sendReport(domain.context({ visitor: { address: who, country: null } }), null, {
        kind,
        id,
        reason,
        text: '',
      })
    : sendReport(domain.context(), who, { kind, id, reason, text: '' });

export const shownIds = async () => {
  const { list } = await videoList(domain.context(), null, { page: 1, limit: 100 });
  return list.map(({ id }) => id);
};

export const users = (count: number) =>
  Promise.all(Array.from({ length: count }, () => domain.user()));

/** Users who were paid for a clip. */
export async function watchers(count: number): Promise<Caller[]> {
  const people = await users(count);
  await domain.pool.query('update progress set videos = 1 where user_id = any($1)', [
    people.map(({ userId }) => userId),
  ]);
  return people;
}

/** The queued messages, in the words that people read. */
export async function messages(language = 'en') {
  const { rows } = await domain.pool.query(
    'select user_id, occasion, detail from push order by occasion',
  );
  return rows.map(({ user_id, occasion, detail }) => ({
    user_id,
    occasion,
    ...textOf('report_decided', detail, language, null),
  }));
}
