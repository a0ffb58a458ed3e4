import * as v from 'valibot';
import { defineCall } from './call.ts';
import { tasks } from './shapes.ts';
import { money, taskInput } from './values.ts';

const earned = { reward: money, balance: money };

const task = v.picklist(tasks);

export const taskList = defineCall({
  method: 'GET',
  path: '/api/task/list',
  access: 'private',
  takes: v.object({}),
  gives: v.object({ list: v.array(v.object({ task, reward: money, completed: v.boolean() })) }),
  refusals: [],
});

export const claimTask = defineCall({
  method: 'POST',
  path: '/api/task/claim',
  access: 'private',
  takes: v.object({ task: taskInput }),
  gives: v.object(earned),
  refusals: ['already_claimed', 'unknown_task', 'paused_by_operator', 'no_more_today'],
});
