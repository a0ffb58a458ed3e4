import type { Video } from '../../../contract/shapes.ts';
import { DAY, HOUR, SECOND } from '../../../server/domain/time.ts';
import { dataOf } from '../client.ts';
import type { Life } from '../clock.ts';
import { burst, type Claim } from '../late-claims.ts';
import { type Opponent, playOf, type Stage } from '../opponent.ts';
import { arrive, EVENING, visitApp, visitAppUntil } from '../person.life.ts';
import { newPerson, type Person, usualHabits } from '../person.ts';

const SIZE = 3;
/** Offline from one evening to the evening two days later. */
const OFFLINE = 2 * DAY;
const BETWEEN_TRIPS = 6 * DAY;

async function* travellerLife(person: Person): Life {
  const { clock, until } = person;
  yield* arrive(person);
  for (;;) {
    yield* visitAppUntil(person, clock.time + BETWEEN_TRIPS);
    if (clock.time + OFFLINE + DAY > until.getTime()) return;
    yield* travel(person);
  }
}

/** Watches the cached clips each evening, and sends the claims when the phone is online again. */
async function* travel(person: Person): Life {
  const { client, clock, phone } = person;
  const { list } = dataOf(await client.send('playable', { page: 1, limit: 10 }));
  const listedOn = dayOf(clock.time);
  yield* visitApp(person);
  const cached = phone.cachedOf(list);
  const claims: Claim[] = [];
  for (let evening = 0; evening < 2; evening += 1) {
    yield DAY - (clock.time % DAY) + EVENING;
    yield* watchCached(person, cached, claims);
  }
  yield HOUR;
  // the app sends its queued claims, and requests its list
  await client.send('playable', { page: 1, limit: 10 });
  yield* burst(client, claims, (claim, reason) =>
    recordResult(person, { claim, reason, listedOn }),
  );
}

const dayOf = (time: number) => Math.floor(time / DAY);

async function* watchCached(
  { clock, random, habits }: Person,
  cached: Video[],
  claims: Claim[],
): Life {
  for (const { id, watch_seconds } of cached) {
    yield (watch_seconds + random.between(1, habits.lingersSeconds)) * SECOND;
    claims.push({ id, earnedMs: clock.time });
  }
}

interface Ended {
  readonly claim: Claim;
  readonly reason: string | null;
  readonly listedOn: number;
}

/** Counts a claim, and checks the rule: a clip is paid for the day on which it was served, and for the day after. */
function recordResult({ seen }: Person, { claim, reason, listedOn }: Ended): void {
  if (reason === null) {
    seen.paidOffline += 1;
    seen.paidClips += 1;
    return;
  }
  seen.lostOffline += 1;
  const isPayable = dayOf(claim.earnedMs) <= listedOn + 1;
  if (isPayable) seen.unexplained.push(`a clip of the first day offline: ${reason}`);
}

function peopleOf(stage: Stage): Person[] {
  return Array.from({ length: SIZE }, (_, place) => {
    const name = `traveller_${place}`;
    const habits = { ...usualHabits(stage, name), staysLoggedIn: true, daily: 0.8 };
    return newPerson(stage, { name, place, habits, client: stage.clientAt(place, place) });
  });
}

export const traveller: Opponent = {
  name: 'traveller',
  about:
    'people who are offline for two days of each week, and watch the clips that their phones cache',
  goal: 'unharmed',
  play: (stage) => playOf(peopleOf(stage), travellerLife),
};
