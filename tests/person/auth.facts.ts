import type { OutputOf } from '../../contract/call.ts';
import type { playable } from '../../contract/calls.ts';
import type { AnyWorld, Scene } from './driver.ts';
import { answers, CONTACT, user } from './facts.ts';

export interface World extends AnyWorld {
  errors: string[];
  general: string;
  typed: { username: string; password: string; email: string; confirmation: string; code: string };
  keep: boolean;
  balance: string;
  /** when the device was last told of the user, by its own clock */
  knownAtMs: number;
  /** the log-in card is looked at from its back */
  isNew: boolean;
}

export const blank = { username: '', password: '', email: '', confirmation: '', code: '' };

/** Whoever is let in comes to the feed, where nothing plays: a clip that runs is no part of this. */
const noClips = { ...answers().playable({}), list: [], total: 0 } as OutputOf<typeof playable>;

export const begin = (isNew: boolean) => (): World => ({
  answers: answers({ playable: () => noClips }),
  errors: [],
  general: '',
  typed: blank,
  keep: true,
  balance: user.balance,
  knownAtMs: 0,
  isNew,
});

export type S = Scene<World>;

/** From now on that much of the user is kept. */
export async function knows({ page, world }: S, balance: string): Promise<void> {
  world.balance = balance;
  world.knownAtMs = await page.evaluate(() => Date.now());
}

export const nothing = { card: null, chip: null, leave: null };

export function cardOf(world: World, busy = ''): string {
  const { typed, errors, general, keep, isNew } = world;
  const error = (at: number) => (errors[at] ? ` ${errors[at]}` : '');
  const foot = `${keep ? '[x]' : '[ ]'} Keep me signed in`;
  const said = general ? ` ${general}` : '';
  if (isNew) {
    return (
      `Username «${typed.username}»${error(0)} Email «${typed.email}»${error(1)} ` +
      `Password «${typed.password}» At least 8 characters ` +
      `Confirm password «${typed.confirmation}»${error(2)} Invite code (optional) «${typed.code}»` +
      `${said} ${foot} Register${busy} I have an account`
    );
  }
  return (
    `Username or email «${typed.username}»${error(0)} Password «${typed.password}»${error(1)} ` +
    `${foot}${said}${said && ` ${CONTACT}`} Log in${busy} Forgot password? Create an account`
  );
}

export const member = ({ balance }: World) => ({ ...nothing, chip: balance.replace(/00$/, '') });

/** 5 hours and 45 minutes before UTC: the next day has begun. */
export const inKathmandu = (atMs: number) =>
  new Date(atMs + 345 * 60_000).toISOString().slice(11, 16).replace(/^0/, '').concat(' AM');
