import { task as model } from '../models.person.ts';
import { always, type Invariants, invariant } from './invariant.ts';

const name = 'notification' as const;
/** A person who is guided to do the task. */
const led = {
  ...model(name, false),
  events: [
    { type: 'start.pressed' },
    { type: 'start.pressed' },
    ...['ready', 'declined', 'byHand', 'impossible'].map((preparation) => ({
      type: 'task.prepared',
      task: name,
      preparation,
    })),
    { type: 'claim.pressed' },
    { type: 'claim.pressed' },
    { type: 'help.closed' },
    { type: 'task.delayed', task: name },
  ],
};

const open = ['default', 'preparing', 'canClaim'];

export const task: Invariants = {
  runs: [led],
  lasts: { preparing: 5 * 60_000, 'preparing.answering': 3_000, claiming: 15_000 },
  calm: ['preparing'],
  invariants: [
    always(
      'a task is completed only when the server says so',
      (run) =>
        !run.hasEntered('completed') ||
        run.context.isCompleted ||
        run.on('task.paid') ||
        (run.on('task.refused') && run.event.failure.reason === 'already_claimed'),
    ),
    invariant(
      'a failed preparation leaves the task to do, and is sent with its reason',
      (run) => run.was('preparing') && run.on('task.prepared') && run.event.preparation !== 'ready',
      (run) =>
        run.is(run.event.preparation === 'byHand' ? 'default.helping' : 'default.unaided') &&
        run.tells('task.notReady')[0]?.preparation === run.event.preparation &&
        run.tells('task.notReady')[0]?.task === run.context.task,
    ),
    invariant(
      'a press asks an unanswered question again',
      (run) => run.was('preparing.unanswered') && run.on('start.pressed'),
      (run) => run.is('preparing.answering') && run.tells('task.started').length === 1,
    ),
    invariant(
      'a prepared task can be claimed',
      (run) => run.was('preparing') && run.on('task.prepared') && run.event.preparation === 'ready',
      (run) => run.is('canClaim') && run.context.isReady && run.now.told.length === 0,
    ),
    always(
      'a task can be claimed only while its condition holds',
      (run) => !run.is('canClaim') || run.context.isReady,
    ),
    invariant(
      'a task becomes claimable and not claimable with its condition',
      (run) => run.on('readiness.changed') && run.was(...open),
      (run) =>
        run.context.isReady === run.event.isReady &&
        (run.event.isReady ? run.is('canClaim') : run.is('default', 'preparing')),
    ),
    invariant(
      'a task is claimed only by a press, once',
      (run) =>
        run.tells('claim.made').length > 0 || (run.was('canClaim') && run.on('claim.pressed')),
      (run) =>
        run.was('canClaim') &&
        run.on('claim.pressed') &&
        run.is('claiming') &&
        run.tells('claim.made').length === 1,
    ),
    invariant(
      'each claim names its task, and has its own id',
      (run) => run.tells('claim.made').length > 0,
      (run) => {
        const { task, idPrefix } = run.context;
        const { call, itemId } = run.tells('claim.made')[0]?.claim ?? {};
        const ids: string[] = run.told('claim.made').map(({ claim }) => claim.id);
        return (
          call === 'claimTask' &&
          itemId === task &&
          new Set(ids).size === ids.length &&
          ids.every((id) => id.startsWith(`${idPrefix}-${task}-`))
        );
      },
    ),
    invariant(
      'a task that is paid, or was paid before, is completed from any state',
      (run) =>
        run.on('task.paid') ||
        (run.on('task.refused') && run.event.failure.reason === 'already_claimed'),
      (run) => run.is('completed'),
    ),
    invariant(
      'a refusal is reported, and the task can be claimed again',
      (run) => run.on('task.refused') && run.event.failure.reason !== 'already_claimed',
      (run) =>
        run.tells('task.claimFailed')[0]?.failure === run.event.failure &&
        run.is(
          run.context.isCompleted ? 'completed' : run.context.isReady ? 'canClaim' : 'default',
        ),
    ),
    invariant(
      'a claim that could not be sent at once is queued',
      (run) => run.was('claiming') && (run.on('task.delayed') || run.delayEnded('claiming')),
      (run) => run.is('queued'),
    ),
    invariant(
      'a completed task stays completed',
      (run) => run.was('completed') && !run.on('task.refused'),
      (run) => run.is('completed'),
    ),
    invariant(
      'a task that the list has as completed is completed, unless it is being claimed',
      (run) => run.on('task.listed'),
      (run) =>
        run.context.isCompleted === run.event.isCompleted &&
        (!run.event.isCompleted || !run.was(...open) || run.is('completed')),
    ),
    invariant(
      'each press starts the preparation once',
      (run) => run.hasEntered('preparing') || run.tells('task.started').length > 0,
      (run) =>
        run.on('start.pressed') &&
        run.is('preparing.answering') &&
        run.tells('task.started').length === 1 &&
        run.tells('task.started')[0]?.task === run.context.task,
    ),
    invariant(
      'a press starts the preparation, also after an unanswered question',
      (run) => run.on('start.pressed') && run.was('default', 'preparing.unanswered'),
      (run) => run.is('preparing.answering'),
    ),
    invariant(
      'an unanswered question can be asked again, and later the preparation ends',
      (run) => run.delayEnded('preparing.answering') || run.delayEnded('preparing'),
      (run) => run.is(run.delayEnded('preparing') ? 'default' : 'preparing.unanswered'),
    ),
    invariant(
      'help is shown until it is closed',
      (run) => run.was('default.helping') && run.on('help.closed'),
      (run) => run.is('default.unaided'),
    ),
  ],
};
