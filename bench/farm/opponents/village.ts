import { DAY, HOUR, MINUTE } from '../../../server/domain/time.ts';
import { type Opponent, playOf, type Stage } from '../opponent.ts';
import { personLife } from '../person.life.ts';
import { newPerson, type Person, phoneOf, usualHabits } from '../person.ts';

/** Of ten people two pairs and one family of three share a payout account, and three have their own. */
const FAMILIES = [0, 0, 1, 1, 2, 2, 2, 3, 4, 5];
const FAMILY_BLOCK = 6;
/** Days over which the people join. */
const COME_OVER = 10;

/**
 * Creates the people: a fifth of them register within one hour, at a gathering; the others register
 * over ten days, half of them by a friend's invitation.
 */
function peopleOf(stage: Stage): Person[] {
  const people: Person[] = [];
  const size = stage.accounts * 2;
  const gathering = Math.ceil(size / 5);
  for (let place = 0; place < size; place += 1) {
    const name = `village_${place}`;
    const random = stage.randomOf(`coming ${name}`);
    const evening = stage.clock.time + 18 * HOUR;
    const day = Math.floor((place / size) * COME_OVER);
    const isEarly = place < gathering;
    const joinsAt = evening + (isEarly ? 0 : day * DAY) + random.between(0, 59) * MINUTE;
    const family = Math.floor(place / 10) * FAMILY_BLOCK + (FAMILIES[place % 10] ?? 0);
    const inviter = people[random.between(0, Math.floor(place / 2))];
    const habits = {
      ...usualHabits(stage, name),
      // all at different moments, so that always the same people find the hour's registrations used up
      joinsAt: joinsAt + place,
      payoutAccounts: [phoneOf(stage.randomOf(`family ${family}`)), phoneOf(random)] as const,
    };
    const who = { name, place, habits, client: stage.clientAt(7) };
    const follows = !isEarly && inviter && random.happens(0.5);
    people.push(newPerson(stage, follows ? { ...who, inviter } : who));
  }
  return people;
}

export const village: Opponent = {
  name: 'village',
  about: 'people behind one address; some are families with one payout account, some invite others',
  goal: 'unharmed',
  play: (stage) => playOf(peopleOf(stage), personLife),
};
