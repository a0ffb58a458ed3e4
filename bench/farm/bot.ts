import type { UserInfo, Video } from '../../contract/shapes.ts';
import { DAY, MINUTE, SECOND } from '../../server/domain/time.ts';
import { type Client, dataOf, isRefused } from './client.ts';
import type { Clock, Life } from './clock.ts';
import type { Stage } from './opponent.ts';
import { register } from './proof.ts';
import type { Random } from './random.ts';
import { withdrawAll } from './script.ts';

/** All accounts of one farm; its script knows the rules and sends no useless call. */
interface Farm {
  readonly name: string;
  readonly accounts: number;
  /**
   * Whether the script avoids the signals of a review: it rests a second or more after each watch, and
   * withdraws only on the last day, when its own earnings exceed those from friends.
   */
  readonly isCareful: boolean;
  /** payout accounts of the farm, in their first spelling */
  readonly payoutAccounts: readonly string[];
  /** invite code of each registered account, by its place */
  readonly inviteCodes: Map<number, string>;
}

/** One account of the farm. */
interface Bot {
  readonly farm: Farm;
  /** 0 is the first; accounts with lower places get a payout account first */
  readonly place: number;
  readonly client: Client;
  readonly clock: Clock;
  readonly random: Random;
  canBePaid: boolean;
}

/** Number of inner accounts of the tree: all that can be paid, two for each payout account. */
const innerOf = ({ accounts, payoutAccounts }: Farm) =>
  Math.min(accounts - 1, payoutAccounts.length * 2);

/**
 * The inviter of a place in the tree: 0 invites 1, 1 the other inner accounts, these the rest, so that
 * the rewards of all three levels go to the accounts that get a payout account.
 */
function inviterOf(farm: Farm, place: number): number | null {
  if (place === 0) return null;
  const inner = innerOf(farm);
  if (place < inner) return Math.min(place - 1, 1);
  return inner > 2 ? 2 + ((place - inner) % (inner - 2)) : inner - 1;
}

/** All spellings of a phone number that the method's pattern accepts. */
function spellingsOf(account: string): string[] {
  const digits = account.replace(/^0/, '');
  return [account, `63${digits}`, `+63${digits}`];
}

/** Creates the farm: for every forty accounts one payout account, which two of them can use. */
export function farmLives(stage: Stage, kind: Pick<Farm, 'name' | 'isCareful'>): Life[] {
  const { accounts, clock, until } = stage;
  const random = stage.randomOf(kind.name);
  const payoutAccounts = Array.from(
    { length: Math.ceil(accounts / 40) },
    () => `0917${random.between(1_000_000, 9_999_999)}`,
  );
  const farm: Farm = { ...kind, accounts, payoutAccounts, inviteCodes: new Map() };
  return Array.from({ length: accounts }, (_, place) => {
    const own = { random: stage.randomOf(`${kind.name}_${place}`), canBePaid: false };
    return botLife({ farm, place, clock, client: stage.clientAt(place % 256), ...own }, until);
  });
}

/** A script's month with one account: first the rewards that are paid once, then those of each day. */
async function* botLife(bot: Bot, until: Date): Life {
  const { clock, client, farm, place } = bot;
  yield place * MINUTE + bot.random.between(0, 59) * SECOND;
  yield* join(bot);
  for (const task of ['download_app', 'notification']) {
    await client.send('claimTask', { task });
  }
  await findPayoutAccount(bot);
  const { release_after_videos } = dataOf(await client.send('getAppConfig', {}));
  let watched = 0;
  while (clock.time < until.getTime()) {
    // an account that cannot be paid watches only until the commissions of its inviters are released
    if (bot.canBePaid || watched < (release_after_videos ?? 0)) {
      watched += yield* earnForOneDay(bot);
    }
    const isLastDay = until.getTime() - clock.time <= DAY;
    if (bot.canBePaid && (isLastDay || !farm.isCareful)) await withdrawAll(client);
    yield DAY - (clock.time % DAY);
  }
}

async function* join({ farm, place, client }: Bot): Life {
  const inviter = inviterOf(farm, place);
  const invite_code = inviter === null ? '' : (farm.inviteCodes.get(inviter) ?? '');
  let watch_ticket: string | undefined;
  if (invite_code) {
    const page = dataOf(await client.send('landing', { invite_code }));
    watch_ticket = page.watch_ticket;
    yield page.watch_seconds * SECOND;
  }
  const username = `${farm.name}_${place}`;
  const email = `${username}@farm.example`;
  const password = `script ${place} password`;
  const form = { tab: 'register', username, email, password, invite_code, keep: true } as const;
  for (;;) {
    const answer = await register(client, form);
    if (!isRefused(answer)) {
      const user = answer.data.userInfo as UserInfo;
      client.token = user.token;
      farm.inviteCodes.set(place, user.invite_code);
      break;
    }
    if (answer.retryAfterMs === 0) throw new Error(`the farm cannot register: ${answer.reason}`);
    yield answer.retryAfterMs;
  }
  await client.send('handleLoginReward', { watch_ticket });
}

/** Tries the account's own payout account first, then the farm's others, each in every spelling. */
async function findPayoutAccount(bot: Bot): Promise<void> {
  const { payoutAccounts } = bot.farm;
  const own = bot.place % payoutAccounts.length;
  const ordered = [...payoutAccounts.slice(own), ...payoutAccounts.slice(0, own)];
  for (const account of ordered.flatMap(spellingsOf)) {
    const recipient_name = 'Juan Cruz';
    const info = { country: 'PH', method: 'gcash', recipient_name, account };
    const answer = await bot.client.send('updateWdinfo', info);
    bot.canBePaid = !isRefused(answer);
    if (bot.canBePaid) return;
  }
}

/** @returns how many clips were paid */
async function* earnForOneDay(bot: Bot): AsyncGenerator<number, number> {
  await bot.client.send('claimShareReward', {});
  const watched = yield* watchClips(bot);
  yield* takeAds(bot);
  return watched;
}

async function* watchClips(bot: Bot): AsyncGenerator<number, number> {
  const { client } = bot;
  let watched = 0;
  for (;;) {
    const { list, remaining_today } = dataOf(
      await client.send('playable', { page: 1, limit: 100 }),
    );
    const clips = list.slice(0, remaining_today);
    for (const clip of clips) if (yield* watchClip(bot, clip, clips)) watched += 1;
    if (list.length === clips.length) return watched;
    // a share adds clips when the daily limit is reached
    if (isRefused(await client.send('checkAndAddExtraRewards', {}))) return watched;
  }
}

/**
 * Waits for the watch time and claims the clip. Once a week, it also claims the next clip at once, and
 * the same clip again under another key: the server must pay neither.
 */
async function* watchClip(
  bot: Bot,
  clip: Video,
  all: readonly Video[],
): AsyncGenerator<number, boolean> {
  const { client, clock } = bot;
  yield waitOf(bot, clip);
  const answer = await client.send('record', { videos_id: clip.id });
  const next = all[1];
  if (clip === all[0] && next && Math.floor(clock.time / DAY) % 7 === 0) {
    await client.send('record', { videos_id: next.id });
    await client.send('record', { videos_id: clip.id }, `again-${clock.time}`);
  }
  return !isRefused(answer);
}

/** A careful script rests like a person who swipes. */
const waitOf = ({ farm, random }: Bot, { watch_seconds }: { readonly watch_seconds: number }) =>
  watch_seconds * SECOND + (farm.isCareful ? random.between(1_000, 3_000) : 0);

async function* takeAds(bot: Bot): Life {
  const { client } = bot;
  const { list } = dataOf(await client.send('getAdList', { page: 1, limit: 100 }));
  for (const ad of list) {
    await client.send('clickAdReward', { ad_id: ad.id });
    yield waitOf(bot, ad);
    await client.send('watchAdReward', { ad_id: ad.id });
  }
}
