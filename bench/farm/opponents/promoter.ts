import { DAY, HOUR } from '../../../server/domain/time.ts';
import { type Opponent, playOf, type Stage } from '../opponent.ts';
import { personLife } from '../person.life.ts';
import { newPerson, type Person, usualHabits } from '../person.ts';

const FOLLOWERS = 500;
/** Days over which the followers join. */
const COME_OVER = 20;

/** Habits of a follower: most followers open the app once, some also watch once, and few stay. */
function habitsOf(stage: Stage, name: string) {
  const random = stage.randomOf(`follower ${name}`);
  const kind = random.next();
  const usual = usualHabits(stage, name);
  return {
    ...usual,
    joinsAt: stage.clock.time + DAY + random.between(0, COME_OVER * DAY),
    daily: kind < 0.95 ? 0 : usual.daily,
    clipsPerVisit: kind < 0.85 ? 0 : usual.clipsPerVisit,
  };
}

function peopleOf(stage: Stage): Person[] {
  const carrier = 4;
  const own = { ...usualHabits(stage, 'promoter_0'), joinsAt: stage.clock.time + HOUR, daily: 0.9 };
  const promoter = newPerson(stage, {
    ...{ name: 'promoter_0', place: 0, habits: own, client: stage.clientAt(carrier) },
  });
  const followers = Array.from({ length: FOLLOWERS }, (_, index) => {
    const name = `promoter_${index + 1}`;
    const habits = habitsOf(stage, name);
    const who = { name, place: index + 1, habits, client: stage.clientAt(carrier) };
    return newPerson(stage, { ...who, inviter: promoter });
  });
  return [promoter, ...followers];
}

export const promoter: Opponent = {
  name: 'promoter',
  about: `one person with ${FOLLOWERS} followers behind one carrier's address; 85 of 100 never watch, 5 stay`,
  goal: 'unharmed',
  play: (stage) => playOf(peopleOf(stage), personLife),
};
