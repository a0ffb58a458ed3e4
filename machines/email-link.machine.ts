import { assign, setup } from 'xstate';
import type { CallFailure } from '../contract/failure.ts';
import { failsTo, isRefusedFor, reason } from './failure.ts';
import { actionNotProvided, notProvided } from './not-provided.ts';
import { output } from './params.ts';
import type { Tag } from './tags.ts';

/** A link in an e-mail: its effect on an account's address, and its code. */
export interface EmailLink {
  readonly kind: 'confirm' | 'undo';
  readonly code: string;
}

/** The effect that the link had. */
export interface EmailLinkUsed {
  /** whether the address has changed */
  readonly isChanged: boolean;
  /** the code of a link to a new password; null: not needed */
  readonly passwordCode: string | null;
}

interface Context {
  /** stored nowhere else; null: the page was opened without a link */
  link: EmailLink | null;
  used: EmailLinkUsed | null;
  failure: CallFailure | null;
}

type Event = { type: 'link.pressed' };

const base = setup({
  types: {} as { context: Context; events: Event; tags: Tag },
  actors: {
    /** takes the link out of the page's address */
    takeLink: notProvided<EmailLink | null>('takeLink'),
    useLink: notProvided<EmailLinkUsed, EmailLink>('useLink'),
  },
  guards: {
    hasLink: (_, link: EmailLink | null) => link !== null,
    /** the link is unknown, used or too old, its account blocked, or its address another's: the answer is the same */
    isLinkInvalid: (_, failure: CallFailure) => isRefusedFor(failure, 'link_over'),
  },
  actions: {
    setLink: assign({ link: (_, link: EmailLink | null) => link }),
    setUsed: assign({ used: (_, used: EmailLinkUsed) => used }),
    setFailure: assign({ failure: (_, failure: CallFailure) => failure }),
    /** checks at once whether the change has ended this device's session: the next call may come much later */
    checkSession: actionNotProvided('checkSession'),
  },
});

const onPressed = { 'link.pressed': 'sending' } as const;

/**
 * A link from an e-mail, which confirms or restores an address when its button is pressed. Opening the link has no
 * effect, as mail servers open links to check them.
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
          { guard: { type: 'isLinkInvalid', params: reason }, target: 'over' },
          failsTo('refused', ['setFailure']),
        ],
      },
    },
    /** the link can be used again */
    refused: { on: onPressed },
    over: {},
    done: { entry: 'checkSession' },
  },
});
