import { createHash } from 'node:crypto';
import { parseArgs } from 'node:util';
import { type Fault, type Kind, kinds } from './fault.ts';

export interface Options {
  kinds: Kind[];
  paths: string[];
  ids: string[];
  sample: number | null;
  /** seed of the sample: the same seed draws the same faults */
  seed: string;
  /** prefixes of the test files to run; empty: all test files that can notice the fault */
  by: string[];
  /** maximum number of test files to run, the likeliest to notice the fault first; null: all */
  nearest: number | null;
  /** time limit for one fault in seconds, after which it is `undecided`; null: no limit */
  within: number | null;
  jobs: number;
  /** maximum number of unseen faults in a run that ends with 0 */
  allowedUnseen: number;
  isList: boolean;
  /** stores the verdicts on each machine's faults for `docs/machines/coverage.md` */
  isRecord: boolean;
}

export const usage = `npm run test:mutants -- [options]
  --kind KIND        only faults of this kind; may be given several times
                     (${kinds.join(' ')})
  --path PATH        only in files below this path, such as machines/claim; several times
  --id ID            only the fault with this id, as --list prints it; several times
  --sample N         only N faults, chosen at random; with --record N of each machine
  --seed TEXT        chooses another sample (1)
  --by PATH          runs only tests below this path, such as tests/model/invariants
  --nearest N        runs only the N tests that are likeliest to fail: a quick first try
  --within SECONDS   a fault without a failed test until then is undecided; not for src/
  --jobs N           number of faults that are tried at a time (2)
  --allow-unseen N   ends with 1 only if more than N faults are unseen (0)
  --list             lists the faults and tries none
  --record           stores the verdicts on each machine's faults`;

const table = {
  kind: { type: 'string', multiple: true },
  path: { type: 'string', multiple: true },
  id: { type: 'string', multiple: true },
  sample: { type: 'string' },
  seed: { type: 'string' },
  by: { type: 'string', multiple: true },
  nearest: { type: 'string' },
  within: { type: 'string' },
  jobs: { type: 'string' },
  'allow-unseen': { type: 'string' },
  list: { type: 'boolean' },
  record: { type: 'boolean' },
} as const;

function countOf(name: string, text: string, least = 1): number {
  const count = /^\d+$/.test(text) ? Number(text) : -1;
  if (count < least) throw new Error(`--${name} ${text}: not a number of at least ${least}`);
  return count;
}

function kindOf(text: string): Kind {
  const kind = kinds.find((each) => each === text);
  if (!kind) throw new Error(`--kind ${text}: no such kind; there are ${kinds.join(', ')}`);
  return kind;
}

/** @throws Error with the wrong option, in plain words */
export function readOptions(args: readonly string[]): Options {
  const { values } = parseArgs({ args: [...args], options: table, strict: true });
  const { kind = [], path = [], id = [], by = [], jobs = '2', list = false } = values;
  const { sample, seed, nearest, within, 'allow-unseen': allowed } = values;
  if (seed !== undefined && sample === undefined) throw new Error('--seed needs --sample');
  if (values.record && (by.length > 0 || nearest !== undefined || within !== undefined)) {
    throw new Error('--record needs all tests: leave out --by, --nearest and --within');
  }
  if (values.record && (kind.length > 0 || id.length > 0)) {
    throw new Error('--record needs all kinds: leave out --kind and --id');
  }
  return {
    kinds: kind.map(kindOf),
    paths: path,
    ids: id,
    sample: sample === undefined ? null : countOf('sample', sample),
    seed: seed ?? '1',
    by,
    nearest: nearest === undefined ? null : countOf('nearest', nearest),
    within: within === undefined ? null : countOf('within', within),
    jobs: countOf('jobs', jobs),
    allowedUnseen: allowed === undefined ? 0 : countOf('allow-unseen', allowed, 0),
    isList: list,
    isRecord: values.record === true,
  };
}

/** @throws when there is no fault, or not the fault with the given id */
export function chosenOf(faults: readonly Fault[], { ids, sample, seed }: Options): Fault[] {
  const named = faults.filter(({ id }) => ids.length === 0 || ids.includes(id));
  for (const id of ids) {
    if (!named.some((fault) => fault.id === id)) throw new Error(`--id ${id}: no such fault`);
  }
  if (named.length === 0) throw new Error('these options choose no fault');
  if (sample === null) return named;
  // sorted by a hash of the name, so that a change of one line does not redraw the faults of others
  const drawn = ({ name }: Fault) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const byLot = named.map((fault) => ({ fault, lot: drawn(fault) }));
  byLot.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return byLot.slice(0, sample).map(({ fault }) => fault);
}
