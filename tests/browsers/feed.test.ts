import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { fireMinuteTimer } from '../browser/clocks.ts';
import { configure, register } from '../browser/people.ts';
import { type Product, startProduct } from '../browser/support.ts';
import { inEveryEngine } from './engines/each.ts';
import { type Phone, run, until } from './engines/phone.ts';
import { openAs, press, see, select } from './user-actions.ts';

let product: Product;
let folder: string;

/** The texts of the feed, in a left-to-right and in a right-to-left language. */
const words = {
  en: {
    caption: 'Look how the light moves',
    unknown: 'This clip is no longer available.',
    more: 'More',
    why: 'Why you see it',
    reason: 'Chosen by us',
    origin: 'Author and licence',
    report: 'What is wrong with it?',
    misleads: 'It misleads people',
    send: 'Send report',
    thanks: 'Thank you for your report',
    close: 'Close',
    share: 'Share',
    copy: 'Copy link',
    copied: 'The link is copied. Send it to a friend, then come back here.',
    rest: 'Time for a break?',
    goOn: 'Keep watching',
  },
  ar: {
    caption: 'انظر كيف يتحرك الضوء',
    unknown: 'لم يعد هذا المقطع متاحًا.',
    more: 'المزيد',
    why: 'لماذا يظهر لك',
    reason: 'من اختيارنا',
    origin: 'المؤلف والترخيص',
    report: 'ما المشكلة فيه؟',
    misleads: 'يضلل الناس',
    send: 'إرسال البلاغ',
    thanks: 'شكرًا على بلاغك',
    close: 'إغلاق',
    share: 'مشاركة',
    copy: 'نسخ الرابط',
    copied: 'تم نسخ الرابط. أرسله إلى صديق، ثم عُد إلى هنا.',
    rest: 'هل حان وقت الاستراحة؟',
    goOn: 'متابعة المشاهدة',
  },
} as const;
type Tag = keyof typeof words;
const tags = ['en', 'ar'] as const;

const operate = async (...args: string[]) => {
  const { status, stderr } = await product.operator(...args);
  if (status !== 0) throw new Error(stderr);
};

beforeAll(async () => {
  product = await startProduct();
  folder = await mkdtemp(join(tmpdir(), 'clipurse-feed-'));
  await configure(product, {
    'video.daily_limit': '1',
    'video.watch_seconds': '1',
    'feed.break_after_minutes': '2',
    'ad.every_n_videos': '0',
  });
  await operate('videos', 'pin', '7');
  await operate('videos', 'edit', '7', '--author', 'Ada Lovelace', '--licence', 'CC BY 4.0');
  for (const tag of tags) {
    const path = join(folder, `${tag}.vtt`);
    await writeFile(path, `WEBVTT\n\n00:00.000 --> 00:12.000\n${words[tag].caption}\n`);
    await operate('videos', 'captions', '7', '--add', `${tag}=${path}`);
  }
});
afterAll(async () => {
  await product?.stop();
  await rm(folder, { recursive: true, force: true });
});

/** Waits until a clip plays at this speed, or until none does. */
const playing = (phone: Phone, wanted: { plays: boolean; rate?: number }) =>
  until(
    phone,
    ({ plays, rate = 1 }) => {
      const playing = Array.from(document.querySelectorAll('video')).filter(
        (video) => !video.paused && video.playbackRate === rate,
      );
      return playing.length > 0 === plays;
    },
    wanted,
  );

const linkedPlays = (phone: Phone) =>
  until(phone, () =>
    Array.from(document.querySelectorAll('video')).some(
      ({ paused, currentSrc }) => !paused && currentSrc.includes('planet'),
    ),
  );

const captioned = (phone: Phone, text: string) =>
  until(
    phone,
    (wanted) =>
      Array.from(document.querySelectorAll('video')).some((video) =>
        Array.from(video.textTracks).some(({ mode, activeCues }) =>
          Array.from(activeCues ?? []).some(
            (cue) => mode === 'showing' && (cue as VTTCue).text === wanted,
          ),
        ),
      ),
    text,
  );

const directionOf = (phone: Phone) => run(phone, () => document.documentElement.dir);
const waitForNoDialog = (phone: Phone) =>
  until(phone, () => !document.querySelector('dialog[open]'));

/** Copies the link of the clip on the stage; @returns the link */
async function copyLink(phone: Phone, { share, copy, copied }: (typeof words)[Tag]) {
  await press(phone, 'button', share);
  // the engines give a test different access to the clipboard
  await run(phone, () => {
    navigator.clipboard.writeText = async (text) => {
      document.documentElement.dataset.copied = text;
    };
  });
  await press(phone, 'button', copy);
  await see(phone, copied);
  return run(phone, () => document.documentElement.dataset.copied);
}

async function lookAsVisitor(phone: Phone, tag: Tag): Promise<void> {
  const said = words[tag];
  await phone.open(`${product.url}/?video=99&lang=${tag}`);
  await see(phone, said.unknown);
  await captioned(phone, said.caption);
  expect(await directionOf(phone)).toBe(tag === 'ar' ? 'rtl' : 'ltr');
  await press(phone, 'button', said.more);
  for (const shown of [said.why, said.reason, said.origin]) await see(phone, shown);
  await see(phone, 'Ada Lovelace · CC BY 4.0');
  await select(phone, said.report, said.misleads);
  await press(phone, 'button', said.send);
  await see(phone, said.thanks);
  await press(phone, 'button', said.close);
  await waitForNoDialog(phone);
  expect(await copyLink(phone, said)).toBe(`${product.url}/?video=7`);
}

async function watchAsMember(phone: Phone, tag: Tag): Promise<void> {
  const said = words[tag];
  await openAs(phone, product.url, await register(product), `/?video=8&lang=${tag}`);
  await linkedPlays(phone);
  // the daily limit of one clip is reached: its dialog offers to go on
  await press(phone, 'button', said.goOn);
  await waitForNoDialog(phone);
  await playing(phone, { plays: true });
  await phone.hold(195, 300);
  await see(phone, '2×');
  await playing(phone, { plays: true, rate: 2 });
  await phone.release();
  await playing(phone, { plays: true });
  await until(phone, fireMinuteTimer, said.rest);
  await playing(phone, { plays: false });
  await press(phone, 'button', said.goOn);
  await playing(phone, { plays: true });
}

inEveryEngine('the feed works for visitors and members, in English and Arabic', async (phone) => {
  for (const tag of tags) await lookAsVisitor(phone, tag);
  for (const tag of tags) await watchAsMember(phone, tag);
});
