import type { Mutant } from './mutant.ts';

const left = 'server/database/functions/promise_left.sql';
const room = 'server/database/functions/promise_room.sql';
const count = 'server/database/functions/count_promise.sql';
const tests = ['day-promises.test.ts'];

/** Mutants of the daily limit on promises to newcomers and for tasks. */
export const promiseMutants: readonly Mutant[] = [
  {
    fault: 'a day’s promises have no end',
    file: left,
    find: 'select most as part, taken from whole',
    replace: 'select most as part, taken from whole where false',
    tests,
  },
  {
    fault: 'a block of addresses has all of a day',
    file: left,
    find: 'select p_block_part * most, day_promise.taken',
    replace: 'select most, day_promise.taken',
    tests,
  },
  {
    fault: 'a deposit makes no room before the next day',
    file: left,
    find: 'where created_at > begun_at',
    replace: 'where false',
    tests,
  },
  {
    fault: 'the first of a day is measured too',
    file: left,
    find: 'as measured where taken > 0',
    replace: 'as measured',
    tests,
  },
  {
    fault: 'simultaneous registrations do not wait for each other',
    file: room,
    find: "perform from day_promise where day = today and block_hash = '' for update;",
    replace: '',
    tests,
  },
  {
    fault: 'a day is limited while the funds are not enforced',
    file: left,
    find: 'and is_enforced',
    replace: '',
    tests,
  },
  {
    fault: 'a promise counts for the day alone, not for its block',
    file: count,
    find: "block_hash = '' or block_hash = block",
    replace: "block_hash = ''",
    tests,
  },
  {
    fault: 'a task is not counted',
    file: 'server/database/functions/record_task.sql',
    find: 'perform count_promise(p_user_id, p_now, promised);',
    replace: '',
    tests,
  },
  {
    fault: 'a registration is not counted',
    file: 'server/database/functions/record_welcome.sql',
    find: 'perform count_promise(p_user_id, p_now, promised);',
    replace: '',
    tests,
  },
];
