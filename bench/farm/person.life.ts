import type { UserInfo } from '../../contract/shapes.ts';
import { DAY, HOUR, MINUTE, SECOND } from '../../server/domain/time.ts';
import { dataOf, isRefused } from './client.ts';
import type { Life } from './clock.ts';
import { seekPayment } from './person.payment.ts';
import type { Person } from './person.ts';
import { register } from './proof.ts';

/** The busiest hour of a village and of its only address. */
export const EVENING = 19 * HOUR;
/** People act at multiples of ten seconds, so that many act at once. */
const GRID = 10 * SECOND;

/** Milliseconds until the first moment of `GRID` that is at least `seconds` away. */
const onGrid = ({ clock }: Person, seconds: number) =>
  Math.ceil((clock.time + seconds * SECOND) / GRID) * GRID - clock.time;

/** An honest person's month: some clips on some evenings, and withdrawals when the balance suffices. */
export async function* personLife(person: Person): Life {
  yield* arrive(person);
  yield* visitAppUntil(person, person.until.getTime());
}

/** Registers, and uses the app for the first time. */
export async function* arrive(person: Person): Life {
  const { clock, habits, inviter } = person;
  yield habits.joinsAt - clock.time;
  // nobody can follow an invitation before it was sent
  while (inviter && inviter.inviteCode === null) yield HOUR;
  yield* join(person, inviter?.inviteCode ?? '');
  yield* visitApp(person);
}

/** Uses the app on some evenings until a time. */
export async function* visitAppUntil(person: Person, until: number): Life {
  const { clock, habits, random } = person;
  while (clock.time < until) {
    const evening = EVENING + random.between(0, 30) * MINUTE;
    yield DAY - (clock.time % DAY) + evening;
    if (clock.time < until && random.happens(habits.daily)) yield* visitApp(person);
  }
}

const passwordOf = ({ place }: Person) => `our street, house ${place}`;

async function* join(person: Person, inviteCode: string): Life {
  const { client, habits, random, seen } = person;
  let watch_ticket: string | undefined;
  let invite_code = '';
  const page = inviteCode ? await client.send('landing', { invite_code: inviteCode }) : null;
  if (page && isRefused(page)) seen.unexplained.push(`landing: ${page.reason}`);
  else if (page) {
    const { watch_seconds, watch_ticket: ticket } = page.data;
    const stays = habits.clipsPerVisit > 0 && random.happens(0.7);
    yield (stays ? watch_seconds + random.between(1, 60) : 2) * SECOND;
    if (stays) watch_ticket = ticket;
    invite_code = inviteCode;
  }
  const form = {
    tab: 'register',
    username: person.name,
    email: `${person.name}@village.example`,
    password: passwordOf(person),
    keep: habits.staysLoggedIn,
    country: 'PH',
    invite_code,
  } as const;
  for (;;) {
    const answer = await register(client, form);
    if (!isRefused(answer)) {
      const user = answer.data.userInfo as UserInfo;
      client.token = user.token;
      person.inviteCode = user.invite_code;
      break;
    }
    // people try again when the server says so
    const wait = Math.max(answer.retryAfterMs, MINUTE);
    seen.registrationDelay += wait;
    yield wait;
  }
  const welcome = await client.send('handleLoginReward', { watch_ticket });
  if (isRefused(welcome)) seen.unexplained.push(`handleLoginReward: ${welcome.reason}`);
  else seen.paidClips += welcome.data.rewards.filter(({ type }) => type === 'video').length;
}

/** Opens the app once: watches clips, does tasks, and may request a payment. */
export async function* visitApp(person: Person): Life {
  const { client, random, seen } = person;
  const opened = await client.send('info', {});
  if (isRefused(opened)) yield* logIn(person);
  yield* watch(person);
  if (random.happens(0.2)) await client.send('claimShareReward', earnedNow(person));
  if (random.happens(0.1)) await claimTask(person, 'notification');
  if (random.happens(0.06)) await claimTask(person, 'download_app');
  const refused = await seekPayment(person);
  if (refused) seen.unexplained.push(refused);
}

async function claimTask({ client, tasksDone }: Person, task: string): Promise<void> {
  if (tasksDone.has(task)) return;
  tasksDone.add(task);
  await client.send('claimTask', { task });
}

/** Logs in: one person in four mistypes the password up to three times, one in fifty twelve times. */
async function* logIn(person: Person): Life {
  const { client, habits, random, seen } = person;
  const form = { tab: 'login', username: person.name, keep: habits.staysLoggedIn } as const;
  let mistakes = random.happens(0.25) ? random.between(1, 3) : 0;
  if (random.happens(0.02)) mistakes = 12;
  for (; mistakes > 0; mistakes -= 1) {
    const wrong = await client.send('checkIn', { ...form, password: 'our street, huose' });
    if (isRefused(wrong) && wrong.reason !== 'invalid_credentials') {
      seen.unexplained.push(`checkIn: ${wrong.reason}`);
    }
    yield random.between(4, 20) * SECOND;
  }
  const answer = await client.send('checkIn', { ...form, password: passwordOf(person) });
  if (isRefused(answer)) seen.unexplained.push(`checkIn: ${answer.reason}`);
  else client.token = (answer.data.userInfo as UserInfo).token;
}

/** The app sends the time with each claim, so that an evening may continue after midnight. */
const earnedNow = ({ clock }: Person) => ({ earned_at: new Date(clock.time).toISOString() });

async function* watch(person: Person): Life {
  const { client, habits, random, seen, clock } = person;
  const { list, remaining_today } = dataOf(await client.send('playable', { page: 1, limit: 10 }));
  const clips = list.slice(0, Math.min(habits.clipsPerVisit, remaining_today));
  for (const [index, clip] of clips.entries()) {
    await person.phone.play(client, clip, clock.time, index === 0);
    yield onGrid(person, clip.watch_seconds + random.between(1, habits.lingersSeconds));
    const key = `clip-${clip.id}-${clock.time}`;
    const claim = { videos_id: clip.id, ...earnedNow(person) };
    const answer = await client.send('record', claim, key);
    if (isRefused(answer)) seen.unexplained.push(`record: ${answer.reason}`);
    else seen.paidClips += 1;
    if (random.happens(0.02)) {
      // a phone on a bad network sends a request twice
      const again = await client.send('record', claim, key);
      if (JSON.stringify(again) !== JSON.stringify(answer)) seen.unexplained.push('another answer');
    }
    if (index % 4 === 3) yield* seeAd(person);
  }
}

/** The app shows an ad after every fourth clip; most people watch it to the end, some follow it. */
async function* seeAd(person: Person): Life {
  const { client, random, seen, habits } = person;
  const { list } = dataOf(await client.send('getAdList', { page: 1, limit: 10 }));
  const ad = list.find(({ watched_today }) => !watched_today);
  if (!ad) return;
  yield onGrid(person, ad.watch_seconds + random.between(1, habits.lingersSeconds));
  if (random.happens(0.3)) return;
  const watched = await client.send('watchAdReward', { ad_id: ad.id, ...earnedNow(person) });
  if (isRefused(watched)) seen.unexplained.push(`watchAdReward: ${watched.reason}`);
  if (!random.happens(0.1) || ad.clicked_today) return;
  const followed = await client.send('clickAdReward', { ad_id: ad.id, ...earnedNow(person) });
  if (isRefused(followed)) seen.unexplained.push(`clickAdReward: ${followed.reason}`);
}
