import { failureText } from '../../../src/i18n/refusals.ts';
import type { Area } from './row.ts';
import { limit } from './shown.ts';

const copied = {
  file: 'tests/browser/invite.test.ts',
  title: 'the invite code is shown, and its link is shown, drawn as a QR code and copied',
};
const records = {
  file: 'tests/browser/invite.test.ts',
  title: 'friends of three levels are counted, listed with masked names and rewards, and filtered',
};

/** Sharing a link, its reward, and the invited friends. */
export const sharing: Area = {
  name: 'Share and invite',
  rows: [
    {
      section: 2,
      spec: 'Invite: a friend’s pending reward, with the number of clips still to watch',
      holder: 'src/screens/invite/friends.tsx',
      shown: {
        file: 'tests/ui/views.test.ts',
        title: 'the pending reward of a friend is shown, however small: %o',
      },
    },
    {
      section: 2,
      spec: 'Share modal: title',
      step: 'share.closed --share.pressed--> choosing',
      shown: limit,
    },
    {
      section: 2,
      spec: 'Share modal: close',
      step: 'share.choosing --dialog.closed--> closed',
      shown: {
        file: 'tests/browser/keyboard.test.ts',
        title: 'by keyboard alone: register, watch, share, withdraw and log out',
      },
    },
    {
      section: 2,
      spec: 'Share modal: copy link',
      step: 'share.choosing --copy.pressed--> copying',
      shown: limit,
    },
    {
      section: 4,
      spec: 'Starting a share sets a sharing flag',
      step: 'share.copying --xstate.done.actor.copyLink--> watching.present',
      tells: ['share.linkCopied'],
    },
    {
      section: 4,
      spec: 'Starting a share with the system’s own sheet sets the flag as well',
      step: 'share.closed --send.pressed--> sending.present',
    },
    {
      section: 4,
      spec: 'The sheet closed and the page stayed: the flag stays set, and the dialog says the next step',
      step: 'share.sending.present --xstate.done.actor.sendLink--> sent.present',
      tells: [],
    },
    {
      section: 4,
      spec: 'A flag that was not used for 60 s is reset without an answer',
      step: 'share.watching.present --xstate.after.unusedTimeout.share.watching.present--> choosing',
      tells: [],
    },
    {
      section: 4,
      spec: 'The screen is left: the flag is reset without an answer',
      step: 'share.watching --screen.left--> closed',
      tells: [],
      leaves: { hiddenAtMs: 0 },
    },
    {
      section: 4,
      spec: 'When the app becomes hidden the time is noted',
      step: 'share.watching.present --visibility.changed--> watching.leaving',
      leaves: { hiddenAtMs: 10_000 },
    },
    {
      section: 9,
      spec: 'Visibility handler debounce 100 ms',
      step: 'share.watching.leaving --xstate.after.visibilityDebounce.share.watching.leaving--> watching.away',
    },
    {
      section: 4,
      spec: 'Visible again after 2000 to 60000 ms: success; all is reset, one answer is given',
      step: 'share.watching.returning --xstate.after.visibilityDebounce.share.watching.returning--> closed',
      tells: ['share.succeeded'],
      leaves: { hiddenAtMs: 0 },
    },
    {
      section: 4,
      spec: 'Otherwise failure; all is reset, one answer is given',
      step: 'share.watching.returning --xstate.after.visibilityDebounce.share.watching.returning--> choosing',
      tells: ['share.failed'],
      leaves: { hiddenAtMs: 0 },
    },
    {
      section: 8,
      spec: 'Share: failed or cancelled',
      machine: 'share',
      news: { type: 'share.failed' },
      toast: 'Sharing failed or was cancelled.',
      shown: limit,
    },
    {
      section: 8,
      spec: 'Link copy success',
      machine: 'share',
      news: { type: 'share.linkCopied' },
      toast: 'Link copied.',
      shown: copied,
    },
    {
      section: 8,
      spec: 'Link copy failure',
      machine: 'share',
      news: { type: 'share.copyFailed' },
      toast: 'The link could not be copied.',
      shown: {
        file: 'tests/browser/share.test.ts',
        title:
          'a toast outlives its dialog; after a share sheet that closes at once the page says when a share counts',
      },
    },
    {
      section: 2,
      spec: 'Invite: three levels with counts, invite records',
      step: 'list.loading --xstate.done.actor.loadPages--> complete',
      given: { output: { list: [1, 2] } },
      shown: records,
    },
    {
      section: 2,
      spec: 'Invite: the records of one level',
      step: 'friends.all --level.chosen--> level2',
      shown: records,
    },
    {
      section: 2,
      spec: 'Invite: reward rules',
      holder: 'the configuration of the server',
      shown: {
        file: 'tests/ui/views.test.ts',
        title: 'the levels name the clips that an invite reward waits for, if any: %s',
      },
    },
    {
      section: 8,
      spec: 'Invite: failed to get invitation data',
      machine: 'list',
      on: 'xstate.error.actor.loadPages',
      given: { error: { kind: 'faulted' } },
      state: 'failed',
      message: ({ context }) => failureText(context.failure),
      says: 'Something went wrong on our side. Please try again.',
      shown: {
        file: 'tests/browser/member-states.test.ts',
        title: 'a part that cannot be loaded is named, with the reason and its Retry',
      },
    },
  ],
};
