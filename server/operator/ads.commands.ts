import { formatMoney, MONEY_INPUT, parseMoney } from '../../contract/money.ts';
import { AD_SPENT, readSpent, setBudget } from '../domain/ad-budgets.ts';
import type { ProvidedAd } from '../domain/ad-provider.ts';
import { endDemoMedia, endDemoPages } from '../domain/demo-end.ts';
import { readPage } from '../domain/listing.ts';
import { type HiddenColumns, isHidden } from '../domain/media-visibility.ts';
import { mergeTexts } from '../domain/texts.ts';
import { addMedia } from './add-media.ts';
import { readCountries } from './clip-facts.ts';
import { type Command, type OperatorContext, OperatorError, UsageError } from './command.ts';
import { withEndedDemo } from './demo-ended.ts';
import { answerList, LIST, readSelection } from './lists.ts';
import { isUrl } from './media/input.ts';
import { type MediaDescription, mediaCommands, noneAsNull, readGiven } from './media.commands.ts';
import { readId, readMoney, readSeconds, readText } from './options.ts';
import { readProductName } from './product-name.ts';
import { renditionsCommand, sizesOf } from './renditions.commands.ts';
import { card } from './text.ts';
import { languagesOf, readTexts, textLines } from './texts.ts';

interface Row extends ProvidedAd, HiddenColumns {
  readonly spent: bigint;
  readonly countries: string[] | null;
}

const orNull = (amount: bigint | null) => (amount === null ? null : formatMoney(amount));

/** null: the general setting applies; for `countries`: everywhere; for `budget` and `spent`: no budget */
function toJson(row: Row) {
  return {
    id: Number(row.ad_id),
    title: row.title,
    advertiser: row.advertiser,
    url: row.url,
    poster: row.poster,
    target_url: row.target_url,
    cta: row.cta,
    countries: row.countries,
    duration_ms: row.duration_ms,
    watch_seconds: row.watch_seconds,
    watch_reward: orNull(row.watch_reward),
    click_reward: orNull(row.click_reward),
    budget: orNull(row.budget),
    spent: row.budget === null ? null : formatMoney(row.spent),
    enabled: row.disabled_at === null,
    hidden: isHidden(row),
    sources: row.sources,
    texts: row.texts,
  };
}

function toText({ countries, sources, texts, ...json }: ReturnType<typeof toJson>): string {
  const where = countries?.join(',') ?? 'everywhere';
  const fields = card({ ...json, countries: where, renditions: sizesOf(sources) });
  return [fields, ...textLines(texts)].join('\n');
}

/** Longest texts of an advertisement, in characters. */
const LIMITS = { title: 120, advertiser: 60, cta: 30 };

function readTarget(text: string): string {
  if (isUrl(text) && URL.canParse(text)) return text;
  throw new UsageError(
    `--target-url must be an address such as https://example.com/, not "${text}"`,
  );
}

const list: Command = {
  name: 'ads list',
  hasAmounts: true,
  synopsis: LIST.synopsis,
  summary: 'lists every advertisement',
  positionals: 0,
  options: LIST.options,
  flags: LIST.flags,
  run: async (context, { values }) => {
    const selection = readSelection(values);
    const page = await readPage<Row>(
      context.db,
      { table: 'ad', time: 'created_at', key: 'ad_id' },
      selection,
      (ads) => `select *, ${AD_SPENT} as spent from ${ads}`,
    );
    const json = page.rows.map(toJson);
    const lines = json.map(({ id, title, advertiser, target_url, ...rest }) => {
      const { enabled, hidden } = rest;
      const countries = rest.countries?.join() ?? 'all';
      const languages = languagesOf(rest.texts);
      return { id, title, languages, advertiser, target_url, countries, enabled, hidden };
    });
    return answerList(context, selection, page, { json, lines, empty: 'no ads' });
  },
};

async function insert({ db, now }: OperatorContext, values: readonly unknown[]): Promise<Row> {
  const { rows } = await db.query<Row>(
    `insert into ad (title, advertiser, target_url, cta, countries, watch_seconds, watch_reward,
       click_reward, budget, url, poster, duration_ms, sources, texts, created_at)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15) returning *`,
    [...values, now],
  );
  if (!rows[0]) throw new Error('no ad was made');
  return rows[0];
}

const add: Command = {
  name: 'ads add',
  hasAmounts: true,
  changes: true,
  changesMediaFiles: true,
  synopsis:
    'FILE|URL --title T --target-url URL [--advertiser A] [--cta TEXT] [--countries IN,BR] [--watch-seconds S] [--watch-reward R] [--click-reward R] [--budget B] [--poster FILE|URL]',
  summary:
    'checks a clip (MP4, H.264, AAC, faststart, at most 1080 by 1920; ffmpeg converts others) and adds it as an advertisement',
  positionals: 1,
  options: [
    'title',
    'target-url',
    'advertiser',
    'cta',
    'countries',
    'watch-seconds',
    'watch-reward',
    'click-reward',
    'budget',
    'poster',
  ],
  byLanguage: ['title', 'advertiser', 'cta'],
  required: ['title', 'target-url'],
  run: async (context, { positionals: [media = ''], values, ...given }) => {
    const texts = JSON.stringify(mergeTexts({}, readTexts(given, LIMITS)));
    const seconds = readSeconds('watch-seconds', values['watch-seconds']);
    const about = [
      readText('title', values.title ?? '', LIMITS.title),
      readText(
        'advertiser',
        values.advertiser ?? (await readProductName(context.db)),
        LIMITS.advertiser,
      ),
      readTarget(values['target-url'] ?? ''),
      readText('cta', values.cta ?? 'Learn more', LIMITS.cta),
      values.countries === undefined ? null : readCountries(values.countries),
      seconds,
      readMoney('watch-reward', values['watch-reward']),
      readMoney('click-reward', values['click-reward']),
      readMoney('budget', values.budget),
    ];
    const { row: added, note } = await addMedia(context, {
      ...{ kind: 'ad', media, poster: values.poster, seconds, isLinked: false },
      insert: async ({ url, poster, duration_ms, sources }) => {
        const files = [url, poster, duration_ms, JSON.stringify(sources), texts];
        const row = await insert(context, [...about, ...files]);
        const ads = await endDemoMedia(context.db, 'ad', context.now);
        return { row, ended: { ads, pages: await endDemoPages(context.db) } };
      },
    });
    const json = { ...toJson(added.row), note };
    return withEndedDemo({ json, text: toText(json) }, added.ended);
  },
};

const description: MediaDescription<Row> = {
  kind: 'ad',
  one: 'an advertisement',
  toJson: async ({ db }, row) => toJson({ ...row, spent: await readSpent(db, row.ad_id) }),
  toText: (json) => toText(json as ReturnType<typeof toJson>),
  columns: ['url', 'poster', 'duration_ms', 'sources'],
};

const editing = {
  synopsis:
    '[--title T] [--target-url URL] [--advertiser A] [--cta TEXT] [--countries IN,BR|none] [--watch-seconds S|none] [--watch-reward R|none] [--click-reward R|none]',
  options: [
    ...['title', 'target-url', 'advertiser', 'cta', 'countries'],
    ...['watch-seconds', 'watch-reward', 'click-reward'],
  ],
  limits: LIMITS,
  read: (values: Readonly<Record<string, string | undefined>>) =>
    readGiven(values, {
      title: (text) => readText('title', text, LIMITS.title),
      'target-url': readTarget,
      advertiser: (text) => readText('advertiser', text, LIMITS.advertiser),
      cta: (text) => readText('cta', text, LIMITS.cta),
      countries: noneAsNull(readCountries),
      'watch-seconds': noneAsNull((text) => readSeconds('watch-seconds', text)),
      'watch-reward': noneAsNull((text) => readMoney('watch-reward', text)),
      'click-reward': noneAsNull((text) => readMoney('click-reward', text)),
    }),
};

/** @returns null: no budget */
function readBudget(text: string): bigint | null {
  if (text === 'none') return null;
  if (MONEY_INPUT.test(text)) return parseMoney(text);
  throw new UsageError(`AMOUNT must be an amount with at most four places, or none, not "${text}"`);
}

const budget: Command = {
  name: 'ads budget',
  hasAmounts: true,
  changes: true,
  synopsis: 'ID AMOUNT|none',
  summary:
    'sets the total amount that an advertisement may pay, with the payments until now; none: no limit',
  positionals: 2,
  options: [],
  run: async ({ db }, { positionals: [id, text = ''] }) => {
    const wanted = readBudget(text);
    const { rows } = await db.query<Row>('select * from ad where ad_id = $1 for update', [
      readId(id),
    ]);
    const [row] = rows;
    if (!row) throw new OperatorError(`there is no ad ${id}`);
    const paid = await setBudget(db, row, wanted);
    if (paid !== null) {
      throw new OperatorError(`ad ${id} has paid ${formatMoney(paid)}: its budget cannot be less`);
    }
    const json = toJson({ ...row, budget: wanted, spent: await readSpent(db, row.ad_id) });
    return { json, text: toText(json), changed: { before: orNull(row.budget) ?? 'none' } };
  },
};

export const adCommands: readonly Command[] = [
  list,
  add,
  ...mediaCommands(description, editing),
  budget,
  renditionsCommand('ad'),
];
