import { type Opponent, playOf, type Stage } from '../opponent.ts';
import { personLife } from '../person.life.ts';
import { newPerson, type Person, phoneOf, usualHabits } from '../person.ts';

const SIZE = 5;

/** All join in one evening by the invitation of the first person, and want one payout account. */
function peopleOf(stage: Stage): Person[] {
  const people: Person[] = [];
  const shared = phoneOf(stage.randomOf('family'));
  for (let place = 0; place < SIZE; place += 1) {
    const name = `family_${place}`;
    const usual = usualHabits(stage, name);
    const habits = { ...usual, payoutAccounts: [shared, usual.payoutAccounts[1]] as const };
    const who = { name, place, habits, client: stage.clientAt(5) };
    const [first] = people;
    people.push(newPerson(stage, first ? { ...who, inviter: first } : who));
  }
  return people;
}

export const family: Opponent = {
  name: 'family',
  about: `${SIZE} people at one address who want to be paid to one account, invited by one of them`,
  goal: 'unharmed',
  play: (stage) => playOf(peopleOf(stage), personLife),
};
