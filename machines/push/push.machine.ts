import { field, output } from '../params.ts';
import { granted, log } from './granted.ts';
import { type Asker, initialContext, model } from './model.ts';

const changed = field('permission');
const setChanged = [
  { type: 'setPermission', params: changed },
  { type: 'notifyPermission', params: changed },
] as const;

const setAnswered = [
  { type: 'setPermission', params: output },
  { type: 'notifyPermission', params: output },
  'notifyAnswered',
] as const;

const ask = {
  'enable.pressed': {
    target: 'asking',
    actions: { type: 'setAsker', params: ({ event }: { event: { asker: Asker } }) => event.asker },
  },
} as const;

/**
 * Push messages on this device: the permission to show notifications, the token that is the device's address, and
 * whether the server has it. Changes of the permission are noticed wherever they are made; a token is fetched only with
 * the permission, for a logged-in user, on an installation that sends push messages.
 */
export const pushMachine = model.createMachine({
  id: 'push',
  context: initialContext,
  invoke: [
    { id: 'watchPermission', src: 'watchPermission' },
    { id: 'watchMessages', src: 'watchMessages' },
  ],
  on: {
    'permission.changed': {
      guard: { type: 'isPermissionChanged', params: changed },
      target: '.deciding',
      actions: setChanged,
    },
    'session.started': { actions: 'enter' },
    'session.left': { actions: 'leave' },
    'message.received': { actions: { type: 'notifyReceived', params: ({ event }) => event.kind } },
    'notification.pressed': {
      actions: { type: 'notifyOpened', params: ({ event }) => event.link },
    },
  },
  initial: 'deciding',
  states: {
    deciding: {
      always: [
        { guard: { type: 'hasPermission', params: 'granted' }, target: 'granted' },
        { guard: { type: 'hasPermission', params: 'denied' }, target: 'denied' },
        { guard: { type: 'hasPermission', params: 'unsupported' }, target: 'unsupported' },
        { target: 'default' },
      ],
    },
    unsupported: { on: { 'enable.pressed': { actions: 'notifyAnswered' } } },
    default: { entry: ['forgetToken', 'storeToken'], on: ask },
    asking: {
      initial: 'answering',
      states: {
        answering: { tags: ['busy'], after: { answerTimeout: 'unanswered' } },
        /** Firefox hides its prompt unanswered after a tap elsewhere */
        unanswered: {
          on: {
            'enable.pressed': {
              target: '#push.asking',
              actions: { type: 'setAsker', params: ({ event }) => event.asker },
            },
          },
        },
      },
      on: {
        // the prompt's answer arrives separately, and only that answer ends the attempt
        'permission.changed': {
          guard: { type: 'isPermissionChanged', params: changed },
          actions: setChanged,
        },
      },
      invoke: {
        id: 'askPermission',
        src: 'askPermission',
        onDone: [
          {
            guard: { type: 'isGranted', params: output },
            target: 'deciding',
            actions: setAnswered,
          },
          { target: 'deciding', actions: [...setAnswered, 'notifyRefused'] },
        ],
        onError: { target: 'deciding', actions: [log, 'notifyAskFailed', 'notifyAnswered'] },
      },
      after: { personTimeout: { target: 'deciding', actions: 'notifyAnswered' } },
    },
    granted,
    /** a page may ask again; most browsers deny it themselves until a setting is changed */
    denied: { entry: ['forgetToken', 'storeToken'], on: ask },
  },
});
