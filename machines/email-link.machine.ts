import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor, reason } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** What a link that came by e-mail does to the address of an account, and its code. */
export interface EmailLink {
  readonly kind: 'confirm' | 'undo';
  readonly code: string;
}

/** What has come of it. */
export interface EmailLinkUsed {
  /** whether the address is another one than before */
  readonly isChanged: boolean;
  /** of a link to a new password; null: none is needed */
  readonly passwordCode: string | null;
}

interface Context {
  /** kept here alone; null: none came */
  link: EmailLink | null;
  used: EmailLinkUsed | null;
  failure: CallFailure | null;
}

type Event = { type: 'link.pressed' };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    /** out of the page’s address */
    takeLink: notProvided<EmailLink | null>('takeLink'),
    useLink: notProvided<EmailLinkUsed, EmailLink>('useLink'),
  },
  guards: {
    hasLink: (_, link: EmailLink | null) => link !== null,
    /** the link is unknown, used or too old, or somebody else has its address: no difference is told */
    isOver: (_, failure: CallFailure) => isRefusedFor(failure, 'link_over'),
  },
  actions: {
    setLink: assign({ link: (_, link: EmailLink | null) => link }),
    setUsed: assign({ used: (_, used: EmailLinkUsed) => used }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    /** a session on this device that the change has ended: it is noticed now, not at the next reward */
    checkSession: actionNotProvided('checkSession'),
  },
});

const onPressed = { 'link.pressed': 'sending' } as const;

/**
 * A link that came by e-mail: opened, pressed, and what became of it. Opening it alone does nothing:
 * mail servers open links to look through them.
 */
export const emailLinkMachine = base.createMachine({
  id: 'emailLink',
  context: { link: null, used: null, failure: null },
  initial: 'opening',
  states: {
    opening: {
      tags: ['busy'],
      invoke: {
        id: 'takeLink',
        src: 'takeLink',
        onDone: [
          {
            guard: { type: 'hasLink', params: output },
            target: 'asking',
            actions: { type: 'setLink', params: output },
          },
          { target: 'missing' },
        ],
        onError: 'missing',
      },
    },
    /** the page was opened without a link, or again after its code was taken from the address */
    missing: {},
    asking: { on: onPressed },
    sending: {
      tags: ['busy'],
      invoke: {
        id: 'useLink',
        src: 'useLink',
        input: ({ context }) => context.link as EmailLink,
        onDone: { target: 'done', actions: { type: 'setUsed', params: output } },
        onError: [
          { guard: { type: 'isOver', params: reason }, target: 'over' },
          failsTo('refused', ['setFailure']),
        ],
      },
    },
    /** the link is as good as before */
    refused: { on: onPressed },
    over: {},
    done: { entry: 'checkSession' },
  },
});
