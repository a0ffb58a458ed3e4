import type { Area, Row } from './row.ts';

const file = 'tests/browser/statement.test.ts';
const shown = { file, title: 'by keyboard alone: a year is read, saved and printed' };
const said = { file, title: 'each of its states is accessible, on the smallest phone too' };

const LOADED = 'xstate.done.actor.loadStatement';
const LOST = 'xstate.error.actor.loadStatement';

const step = (
  spec: string,
  [from, on, to]: readonly [string, string, string],
  proof = shown,
): Row =>
  ({
    ...{ section: 4, spec: `Statement of earnings: ${spec}`, machine: 'statement' },
    ...{ from, on, to, shown: proof },
  }) as Row;

/** What was earned and paid out in a year. */
export const statement: Area = {
  name: 'Statement of earnings',
  rows: [
    step('the present year, by month', ['loading', LOADED, 'shown']),
    step('another year', ['shown', 'year.picked', 'loading']),
    step('no connection', ['loading', LOST, 'lost'], said),
    step('asked for again', ['lost', 'retry.pressed', 'loading'], said),
    step('closed', ['shown', 'dialog.closed', 'closed']),
    step('opened again', ['closed', 'open.pressed', 'loading']),
  ],
};
