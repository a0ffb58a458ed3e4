import type { Page } from 'playwright-core';
import { beforeAll, expect, test } from 'vitest';
import type { UserInfo } from '../../contract/shapes.ts';
import { layoutFaultsOf, NO_LAYOUT_FAULTS } from './geometry.ts';
import {
  configure,
  recordToasts,
  registerUser,
  registerWelcomed,
  setPayee,
  waitForToasts,
} from './people.ts';
import { browser, product, setUpProduct } from './product.ts';
import { providePseudo, pseudoLanguages } from './pseudo.ts';
import { speak } from './speaking.ts';
import { openAsMember, openAsVisitor } from './states.ts';
import { clipPlays, openWithAds } from './watching.ts';

let user: UserInfo;
let asMember: Reader;
let asVisitor: Reader;

setUpProduct();
beforeAll(async () => {
  await configure(product, { 'ad.every_n_videos': '1' });
  user = await registerWelcomed(product);
  await setPayee(product, user.token);
  await registerUser(product, user.invite_code);
  const { username } = user;
  await product.operator('ledger', 'correct', username, '--reason', 'Why', '--', '0.5');
  await product.operator('ledger', 'correct', username, '--reason', 'Why not', '--', '-0.25');
  asMember = await replaceTexts(await openAsMember(browser, user.token));
  asVisitor = await replaceTexts(await openAsVisitor(browser));
});

/** A page on which a test sets the text of people and operators. */
interface Reader {
  page: Page;
  toasts: () => Promise<string[]>;
  /** sets the text in all later answers */
  write: (text: string) => void;
}

/** The fields of the API that have text of people and operators. */
const theirs = new Set([
  ...['username', 'recipient_name', 'account', 'detail', 'title', 'author', 'slogan'],
  ...['advertiser', 'cta', 'name', 'account_hint', 'reason', 'product_name'],
  ...['users_rewarded', 'rating', 'ratings', 'downloads', 'age_rating', 'withdrawal_time'],
]);

/** Replaces the text of people and operators in every answer to this page. */
async function replaceTexts(page: Page): Promise<Reader> {
  let text = '';
  await providePseudo(page.context());
  const toasts = await recordToasts(page);
  await page.route('**/index.php/**', async (route) => {
    const isWithdrawal = route.request().url().endsWith('/api/user/withdraw');
    // without the replaced payee, which is not the stored payout account
    const { payee: _, ...asked } = isWithdrawal ? route.request().postDataJSON() : {};
    const response = await route
      .fetch(isWithdrawal ? { postData: asked } : {})
      // the page was closed meanwhile
      .catch(() => null);
    const answer = await response?.json().catch(() => null);
    if (!response || !answer) return;
    const written = JSON.stringify(answer, (key, value) =>
      typeof value === 'string' && value !== '' && theirs.has(key) ? text : value,
    );
    await route.fulfill({ response, body: written });
  });
  return {
    page,
    toasts,
    write: (next) => {
      text = next;
    },
  };
}

/** Runs in the page: finds user texts on the wrong side of the next text on their line. */
function readTurned(): string[] {
  const isMirrored = document.documentElement.dir === 'rtl';
  return [...document.querySelectorAll('bdi')].flatMap((theirs) => {
    const next = theirs.nextSibling;
    if (!theirs.checkVisibility() || !next?.textContent?.trim()) return [];
    const range = document.createRange();
    range.selectNodeContents(next);
    const [first] = theirs.getClientRects();
    const [second] = range.getClientRects();
    const areOnOneLine = first && second && Math.abs(first.bottom - second.bottom) < 8;
    if (!areOnOneLine || theirs.getClientRects().length > 1) return [];
    const isBefore = isMirrored ? first.right > second.right : first.left < second.left;
    return isBefore ? [] : [`${theirs.textContent?.slice(0, 20)} | ${next.textContent}`];
  });
}

/** Runs in the page: finds user text that became elements, direction overrides, stacked marks. */
const readHarm = () => [
  ...[...document.querySelectorAll('b, img[src="x"]')].map((element) => element.outerHTML),
  ...(document.body.innerText.match(/[\u202a-\u202e\u2066\u2067]|\p{M}{5}/gu) ?? []),
];

async function expectUnharmed(page: Page, place: string): Promise<void> {
  for (const tag of ['en', pseudoLanguages.mirrored]) {
    await speak(page, tag);
    const found = {
      ...(await layoutFaultsOf(page)),
      turned: await page.evaluate(readTurned),
      harm: await page.evaluate(readHarm),
    };
    expect
      .soft({ place, tag, ...found })
      .toEqual({ place, tag, ...NO_LAYOUT_FAULTS, turned: [], harm: [] });
  }
  await speak(page, 'en');
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function lookAsMember({ page, toasts }: Reader): Promise<void> {
  const places = [
    ['/mine/index', () => page.getByText('Corrections').waitFor()],
    ['/invite/index', () => page.locator('.level-reward').first().waitFor()],
    ['/withdraw/index', () => page.getByText('Good to know').waitFor()],
  ] as const;
  await page.goto(`${product.url}${places[0][0]}`);
  for (const [path, isReady] of places) {
    await page.locator(`.tab-bar a[href="${path}"]`).click();
    await isReady();
    await expectUnharmed(page, path);
  }
  await button(page, 'Withdraw all').click();
  await button(page, 'Withdraw').click();
  await button(page, 'Confirm').waitFor();
  await expectUnharmed(page, 'the confirmation');
  await button(page, 'Confirm').click();
  await page.getByText('Your withdrawal is in process').waitFor();
  // waits until no toast covers the screen
  await waitForToasts(toasts, 'Withdrawal submitted.');
  await page.locator('.toast').waitFor({ state: 'detached' });
  await expectUnharmed(page, 'a withdrawal');
}

async function lookAsVisitor(page: Page): Promise<void> {
  await openWithAds(page, product);
  await button(page, 'Next video').click();
  await clipPlays(page, 1);
  await expectUnharmed(page, 'a clip');
  await button(page, 'Next video').click();
  await page.locator('.ad-card').waitFor();
  await expectUnharmed(page, 'an advertisement');
  await page.goto(`${product.url}/newuser?invite_code=${user.invite_code}`);
  await button(page, 'Register').waitFor();
  await expectUnharmed(page, 'an invitation');
  await page.goto(`${product.url}/install`);
  await page.getByRole('heading', { name: 'About' }).waitFor();
  await expectUnharmed(page, 'the page of the app');
}

const MARKS = `Z${'\u0301\u0316'.repeat(60)}algo`;
const MARKUP = '<b onclick="x()">bold</b> &amp; <img src="x" onerror="x()">';
const nasty = [
  ['letters written from right to left', 'שלום (123) עולם!'],
  ['direction marks and many combining marks', `\u202egnp.exe \u2067\u202b123${MARKS}`],
  ['one very long word, and markup', `${'W'.repeat(150)} ${MARKUP}`],
  ['three hundred emoji', '👨‍👩‍👧‍👦'.repeat(300)],
] as const;

test.each(nasty)('a visitor reads %s, and the text around it is unharmed', async (_, text) => {
  asVisitor.write(text);
  await lookAsVisitor(asVisitor.page);
});

test.each(nasty)('a member reads %s, and the text around it is unharmed', async (_, text) => {
  asMember.write(text);
  await lookAsMember(asMember);
  const [pending] = (await product.ask('withdrawals', 'list', '--status', 'pending')) as {
    id: number;
  }[];
  await product.operator('withdrawals', 'reject', String(pending?.id), '--reason', 'Why');
});
