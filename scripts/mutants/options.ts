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
  /** prefixes of the test files that may run; empty: all that can notice the fault */
  by: string[];
  /** how many of these tests to run, the likeliest first; null: all */
  nearest: number | null;
  /** seconds for one fault, after which it is undecided; null: without a limit */
  within: number | null;
  jobs: number;
  /** how many unseen faults the run accepts before it ends with 1 */
  allowedUnseen: number;
  isList: boolean;
  /** stores the verdicts on each machine's faults for `docs/machines/coverage.md` */
  isRecord: boolean;
}

export const usage = `npm run test:mutants -- [options]
  --kind KIND        only faults of this kind; can be said several times
                     (${kinds.join(' ')})
  --path PATH        only in files whose path begins so, as machines/claim; several times
  --id ID            only the fault of this name, as --list prints it; several times
  --sample N         N of them; with --record N of each machine
  --seed TEXT        draws another sample (1)
  --by PATH          shown only to tests whose path begins so, as tests/model/laws
  --nearest N        shown only to the N likeliest to notice it: a quick first look
  --within SECONDS   leaves undecided what no test has noticed until then; not for src/
  --jobs N           how many are tried at a time (2)
  --allow-unseen N   ends with 1 only when more than N go unseen (0)
  --list             names them and tries none
  --record           keeps what became of each machine's faults`;

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

function countOf(name: string, text: string): number {
  if (!/^[1-9]\d*$/.test(text)) throw new Error(`--${name} ${text}: not a number of at least 1`);
  return Number(text);
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
  if (seed !== undefined && sample === undefined) throw new Error('--seed draws a --sample');
  if (values.record && (by.length > 0 || nearest !== undefined || within !== undefined)) {
    throw new Error('--record wants all tests, not those of --by, --nearest or --within');
  }
  if (values.record && (kind.length > 0 || id.length > 0)) {
    throw new Error('--record wants all kinds, not those of --kind or --id');
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
    allowedUnseen: allowed === undefined ? 0 : countOf('allow-unseen', allowed),
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
  if (named.length === 0) throw new Error('no fault can be made of that');
  if (sample === null) return named;
  // sorted by a hash of the name, so that a change of one line does not redraw the faults of others
  const drawn = ({ name }: Fault) => createHash('sha256').update(`${seed} ${name}`).digest('hex');
  const byLot = named.map((fault) => ({ fault, lot: drawn(fault) }));
  byLot.sort((a, b) => (a.lot < b.lot ? -1 : 1));
  return byLot.slice(0, sample).map(({ fault }) => fault);
}
