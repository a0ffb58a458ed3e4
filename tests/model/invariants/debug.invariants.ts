import { maintenance as device, debugCall as oneCall } from '../models.debug.ts';
import { always, type Invariants, invariant, same } from './invariant.ts';

interface CallInput {
  call: string;
  fields: unknown;
  key: string;
}

export const debugCall: Invariants = {
  runs: [{ ...oneCall, isWithin: () => true }],
  invariants: [
    invariant(
      'a call with problems is not sent, and shows them',
      (run) =>
        run.on('call.submitted') &&
        Object.keys(run.event.problems).length > 0 &&
        !run.was('sending'),
      (run) =>
        run.is('invalid') &&
        run.begins('makeCall').length === 0 &&
        run.context.problems === run.event.problems,
    ),
    invariant(
      'a call is sent with its own name and the fields as filled in',
      (run) => run.begins('makeCall').length > 0,
      (run) => {
        const { call, fields } = run.given<CallInput>('makeCall');
        return (
          run.on('call.submitted') &&
          call === run.context.call &&
          fields === run.event.fields &&
          same(run.context.problems, {})
        );
      },
    ),
    invariant(
      'a repeated call has the key of the attempt before, any other a new key',
      (run) => run.begins('makeCall').length > 0 && run.began('makeCall').length > 1,
      (run) => {
        const keys = run.began('makeCall').map(({ input }) => (input as CallInput).key);
        const [before, now] = keys.slice(-2);
        return run.event.isRepeat ? now === before : !keys.slice(0, -1).includes(String(now));
      },
    ),
    invariant(
      'the outcome of a call is shown',
      (run) => run.gets('makeCall') || run.loses('makeCall'),
      (run) => {
        const isAnswered = run.gets('makeCall') && run.event.output.outcome.kind === 'answered';
        return (
          run.is(isAnswered ? 'answered' : 'failed') &&
          (run.gets('makeCall')
            ? run.context.end === run.event.output
            : run.context.end?.outcome.kind === 'failed')
        );
      },
    ),
    invariant(
      'a cancelled call stops, and a new attempt clears the last outcome',
      (run) => (run.was('sending') && run.on('cancel.pressed')) || run.hasEntered('sending'),
      (run) =>
        run.context.end === null &&
        run.is(run.on('cancel.pressed') ? 'idle' : 'sending') &&
        run.runs('makeCall') === run.is('sending'),
    ),
    invariant(
      'a form sends one call at a time',
      (run) => run.was('sending') && run.on('call.submitted'),
      (run) => run.begins('makeCall').length === 0 && run.is('sending'),
    ),
  ],
};

export const debugCalls: Invariants = {
  invariants: [
    invariant(
      'a form gets its child the first time it is sent, for its own call, and keeps it',
      (run) => run.on('form.submitted'),
      (run) => {
        const isNew = !run.known.forms.includes(run.event.form);
        const [made, ...more] = run.begins('debugCall');
        if (!isNew)
          return made === undefined && run.context.forms.length === run.known.forms.length;
        return (
          more.length === 0 &&
          made?.id === run.event.form &&
          run.given<CallInput>('debugCall').call === run.event.call
        );
      },
    ),
    invariant(
      'the fields of a form reach only the child of that form',
      (run) => run.on('form.submitted'),
      (run) => {
        const [order, ...more] = run.sends('call.submitted');
        const { fields, problems, isRepeat } = run.event;
        return (
          more.length === 0 &&
          order?.to === run.event.form &&
          same(order?.event, { type: 'call.submitted', fields, problems, isRepeat })
        );
      },
    ),
    always('two forms never share an idempotency key', (run) => {
      const prefixes = run
        .began('debugCall')
        .map(({ input }) => (input as { idPrefix: string }).idPrefix);
      return new Set(prefixes).size === prefixes.length;
    }),
    always('every form that was sent has its child, and none has two', (run) => {
      const { forms } = run.context;
      return new Set(forms).size === forms.length && forms.every((form: string) => run.runs(form));
    }),
  ],
};

export const maintenance: Invariants = {
  runs: [{ ...device, events: device.events.slice(0, 3) }],
  lasts: { running: 10_000 },
  invariants: [
    invariant(
      'actions other than copying a report run only after a confirmation',
      (run) => run.begins('runAction').length > 0,
      (run) =>
        (run.on('confirm.pressed') && run.was('asking')) ||
        (run.on('action.pressed') && run.event.action.kind === 'copyReport'),
    ),
    invariant(
      'the action that runs is the one that was pressed',
      (run) => run.begins('runAction').length > 0,
      (run) => {
        const pressed = run.moments.findLast(
          ({ event, before }) =>
            event.type === 'action.pressed' &&
            before?.value !== 'asking' &&
            before?.value !== 'running',
        );
        return run
          .begins('runAction')
          .every(({ input }) => (input as { action: unknown }).action === pressed?.event.action);
      },
    ),
    invariant(
      'a press asks for confirmation, or copies the report at once; one action at a time',
      (run) => run.on('action.pressed'),
      (run) => {
        if (run.was('asking', 'running')) return same(run.now.after.value, run.now.before?.value);
        return run.is(run.event.action.kind === 'copyReport' ? 'running' : 'asking');
      },
    ),
    invariant(
      'cancelling runs nothing, confirming runs the action',
      (run) => run.was('asking') && run.on('cancel.pressed', 'confirm.pressed'),
      (run) => run.is(run.on('cancel.pressed') ? 'idle' : 'running'),
    ),
    invariant(
      'an action ends as done or failed, and device.changed is sent in both cases',
      (run) => run.gets('runAction') || run.loses('runAction') || run.delayEnded('running'),
      (run) =>
        run.is(run.gets('runAction') ? 'done' : 'failed') &&
        run.tells('device.changed').length === 1,
    ),
  ],
};
