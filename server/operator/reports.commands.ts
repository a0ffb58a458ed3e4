import { type ListDefinition, readPage } from '../domain/listing.ts';
import { isHidden } from '../domain/media-visibility.ts';
import {
  decideReport,
  findReport,
  type ReportRow,
  readReports,
} from '../domain/report-decisions.ts';
import { type Command, type OperatorContext, OperatorError } from './command.ts';
import { OF_STATUS, readStatus, STATUS_SYNOPSIS, statusOf } from './decided-lists.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { takenDownLines } from './media.commands.ts';
import { readId } from './options.ts';
import { REASON_SYNOPSIS, readReason, reasonHelp, reasonLines } from './reasons.ts';
import { card } from './text.ts';

/** Longest answer, in characters: it is part of a push message of at most 4 KB. */
const MAX_ANSWER = 300;

function toJson(row: ReportRow) {
  return {
    id: Number(row.report_id),
    kind: row.kind,
    item: Number(row.item_id),
    title: row.title,
    url: row.url,
    hidden: isHidden(row),
    enabled: row.disabled_at === null,
    reason: row.reason,
    text: row.text,
    username: row.username,
    status: statusOf(row),
    answer: row.answer,
    created_at: row.created_at.toISOString(),
    decided_at: row.decided_at?.toISOString() ?? null,
  };
}

const LISTED: ListDefinition = {
  table: 'report',
  time: 'created_at',
  key: 'report_id',
  where: OF_STATUS,
};

const list: Command = {
  name: 'reports list',
  synopsis: `${STATUS_SYNOPSIS} ${LIST.synopsis}`,
  summary: 'lists the reports of people on clips and advertisements, the oldest first',
  positionals: 0,
  options: ['status', ...LIST.options],
  flags: LIST.flags,
  run: async (context, { values }) => {
    const status = readStatus(values.status);
    const selection = readSelection(values);
    const page = await readPage<ReportRow>(context.db, LISTED, selection, readReports, [status]);
    const json = page.rows.map(toJson);
    const lines = json.map(({ id, kind, item, title, hidden, reason, text, username, status }) => {
      return { id, kind, item, title, hidden, reason, text, username, status };
    });
    return answerList(context, selection, page, { json, lines, empty: 'no reports' });
  },
};

async function find({ db }: OperatorContext, text: string | undefined): Promise<ReportRow> {
  const id = readId(text);
  const report = await findReport(db, id);
  if (!report) throw new OperatorError(`there is no report ${id}`);
  return report;
}

const show: Command = {
  name: 'reports show',
  synopsis: 'ID',
  summary:
    'shows one report, its subject, and the number of other open reports on the same subject',
  positionals: 1,
  options: [],
  run: async (context, { positionals: [id] }) => {
    const report = await find(context, id);
    const { rows } = await context.db.query<{ others: number }>(
      `select count(*)::int as others from report
       where kind = $1 and item_id = $2 and report_id <> $3 and decided_at is null`,
      [report.kind, report.item_id, report.report_id],
    );
    const json = { ...toJson(report), others_open: rows[0]?.others ?? 0 };
    return { json, text: card(json) };
  },
};

/** `reports uphold`, `reports dismiss` */
const decide = (isUpheld: boolean): Command => ({
  name: isUpheld ? 'reports uphold' : 'reports dismiss',
  changes: true,
  synopsis: `ID ${REASON_SYNOPSIS}`,
  summary: `${
    isUpheld
      ? 'disables the reported clip or advertisement with its files'
      : 'leaves the reported clip or advertisement as it is, and shows it again if reports hid it'
  }; decides every open report on it, and tells the reporters the reason; ${reasonHelp(
    isUpheld ? 'upheld' : 'dismissed',
  )}`,
  positionals: 1,
  options: ['reason', 'note'],
  required: ['reason'],
  run: async (context, { positionals: [id], values }) => {
    const { db, now } = context;
    const answer = readReason(values, isUpheld ? 'upheld' : 'dismissed', MAX_ANSWER);
    const report = await find(context, id);
    const result = await decideReport(db, report, { isUpheld, answer }, now);
    const decision = toJson(await find(context, id));
    if (!result) throw new OperatorError(`report ${id} was ${decision.status} already`);
    const { decided, gone, kept } = result;
    const told = { ...decision, decided };
    const text = [card(told), ...reasonLines(answer), ...takenDownLines(context, gone, kept)].join(
      '\n',
    );
    return { json: { ...told, gone, kept }, text, changed: { kind: told.kind, item: told.item } };
  },
});

export const reportCommands: readonly Command[] = [list, show, decide(true), decide(false)];
