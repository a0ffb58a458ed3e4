import { type Area, stepsOf } from './row.ts';

const file = 'tests/browser/statement.test.ts';
const shown = { file, title: 'by keyboard alone: a year is read, saved and printed' };
const said = {
  file,
  title: 'each state of the statement sheet is accessible, on the smallest phone too',
};

const LOADED = 'xstate.done.actor.loadStatement';
const LOST = 'xstate.error.actor.loadStatement';

const step = stepsOf('statement', 'Statement of earnings', shown);

/** A year's earnings and payouts. */
export const statement: Area = {
  name: 'Statement of earnings',
  rows: [
    step('the present year, by month', ['loading', LOADED, 'shown']),
    step('another year', ['shown', 'year.picked', 'loading']),
    step('no connection', ['loading', LOST, 'lost'], { shown: said }),
    step('the statement is loaded again', ['lost', 'retry.pressed', 'loading'], { shown: said }),
    step('the sheet is closed', ['shown', 'dialog.closed', 'closed']),
    step('the sheet is opened again', ['closed', 'open.pressed', 'loading']),
  ],
};
