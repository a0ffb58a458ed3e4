import { readFileSync } from 'node:fs';
import * as v from 'valibot';
import { checkSetting } from '../../server/domain/settings.check.ts';
import type { Opponent } from './opponent.ts';
import { every } from './opponents/every.ts';
import { START } from './world.ts';

export interface FarmOptions {
  readonly opponents: readonly Opponent[];
  /** settings of the current worlds that differ from the defaults */
  readonly rules: Readonly<Record<string, string>>;
  readonly seeds: number;
  readonly clips: number;
  readonly days: number;
  readonly accounts: number;
}

/** Flags for `parseArgs`. */
export const farmFlags = {
  settings: { type: 'string' },
  only: { type: 'string' },
  seeds: { type: 'string', default: '1' },
  clips: { type: 'string', default: '10' },
  days: { type: 'string', default: '30' },
  accounts: { type: 'string', default: '12' },
} as const;

type Flags = { readonly [Name in keyof typeof farmFlags]?: string | undefined };

const settingsFile = v.record(v.string(), v.union([v.string(), v.number(), v.boolean()]));

/** @throws Error with the wrong option, before anything runs */
export function readFarmOptions(flags: Flags): FarmOptions {
  return {
    opponents: readOnly(flags.only),
    rules: flags.settings === undefined ? {} : readRules(flags.settings),
    seeds: readCount('seeds', flags.seeds, 1, 1_000),
    clips: readCount('clips', flags.clips, 10, 90),
    days: readCount('days', flags.days, 1, 90),
    accounts: readCount('accounts', flags.accounts, 4, 1_000),
  };
}

function readCount(name: string, text: string | undefined, least: number, most: number): number {
  const count = /^\d{1,6}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (count >= least && count <= most) return count;
  throw new Error(`--${name} must be a whole number from ${least} to ${most}`);
}

function readOnly(text: string | undefined): readonly Opponent[] {
  if (text === undefined) return every;
  const names = text.split(',').map((name) => name.trim());
  const unknown = names.filter((name) => !every.some((opponent) => opponent.name === name));
  if (unknown.length === 0) return every.filter(({ name }) => names.includes(name));
  const known = every.map(({ name }) => name).join(', ');
  throw new Error(`--only: no opponent is called ${unknown.join(', ')}; there are ${known}`);
}

/** A file of settings, `{"withdraw.review_days": 5}`, each in the form of `config set`. */
function readRules(path: string): Record<string, string> {
  const rules: Record<string, string> = {};
  for (const [key, value] of Object.entries(readSettingsFile(path))) {
    try {
      rules[key] = checkSetting(key, String(value), START);
    } catch (error) {
      throw new Error(`--settings ${path}: ${(error as Error).message}`);
    }
  }
  return rules;
}

function readSettingsFile(path: string): v.InferOutput<typeof settingsFile> {
  let content: unknown;
  try {
    content = JSON.parse(readFileSync(path, 'utf8'));
  } catch (error) {
    throw new Error(`--settings ${path}: ${(error as Error).message}`);
  }
  const read = v.safeParse(settingsFile, content);
  if (read.success) return read.output;
  throw new Error(
    `--settings ${path}: must be one JSON object of settings, such as {"withdraw.review_days": "5"}`,
  );
}
