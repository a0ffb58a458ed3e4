import type { Mutant } from './mutant.ts';

const left = 'server/database/functions/promise_left.sql';
const room = 'server/database/functions/promise_room.sql';
const count = 'server/database/functions/count_promise.sql';
const tests = ['day-promises.test.ts'];

/** Mutants of the daily limit on promises to newcomers and for tasks. */
export const promiseMutants: readonly Mutant[] = [
  {
    fault: 'the promises of a day have no limit',
    file: left,
    find: 'select most as part, taken from whole',
    replace: 'select most as part, taken from whole where false',
    tests,
  },
  {
    fault: 'one block of addresses may use the whole limit of a day',
    file: left,
    find: 'select p_block_part * most, day_promise.taken',
    replace: 'select most, day_promise.taken',
    tests,
  },
  {
    fault: 'a deposit does not raise the limit of the same day',
    file: left,
    find: 'where created_at > begun_at',
    replace: 'where false',
    tests,
  },
  {
    fault: 'the first promise of a day is limited too',
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
    fault: 'promises are limited although the funds are not enforced',
    file: left,
    find: 'and is_enforced',
    replace: '',
    tests,
  },
  {
    fault: 'a promise does not count for its block of addresses',
    file: count,
    find: "block_hash = '' or block_hash = block",
    replace: "block_hash = ''",
    tests,
  },
  {
    fault: 'the promise for a task is not counted',
    file: 'server/database/functions/record_task.sql',
    find: 'perform count_promise(p_user_id, p_now, promised);',
    replace: '',
    tests,
  },
  {
    fault: 'the promise for a registration is not counted',
    file: 'server/database/functions/record_welcome.sql',
    find: 'perform count_promise(p_user_id, p_now, promised);',
    replace: '',
    tests,
  },
];
