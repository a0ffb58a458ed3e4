import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import { Plural, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import {
  type BlockReason,
  selectBlockReason,
  selectIsSending,
  selectStorageError,
  selectWaitingCount,
  selectWaitingSince,
} from '../../../machines/outbox/outbox.selectors.ts';
import { recentTime } from '../../i18n/recent-time.ts';
import { storageErrorTexts } from '../../i18n/storage-errors.ts';
import { Button } from '../../ui/button.tsx';
import { ClockIcon } from '../../ui/screen-icons.tsx';
import { useChild } from '../system/use-child.ts';
import './waiting.css';

/** Texts of the reasons why claims wait. */
export const blockReasonTexts: Record<BlockReason, MessageDescriptor> = {
  offline: msg`You are offline`,
  unanswered: msg({
    message: 'The server does not answer',
    comment: 'Why rewards wait to be sent. Narrow.',
  }),
  paused: msg`Rewards are paused`,
};

/** Claims that could not be sent yet: how many, since when, and why. */
export function Waiting() {
  const { t, i18n } = useLingui();
  const outbox = useChild('outbox');
  const count = useSelector(outbox, selectWaitingCount);
  const since = useSelector(outbox, selectWaitingSince);
  const blockReason = useSelector(outbox, selectBlockReason);
  const isSending = useSelector(outbox, selectIsSending);
  const storageError = useSelector(outbox, selectStorageError);
  if (count === 0) return null;
  const time = since === null ? null : recentTime(i18n, since);
  return (
    <div className="row waiting">
      <ClockIcon />
      <p className="row-main">
        <span>
          {t({
            message: 'Waiting to be sent',
            comment: 'Rewards that were earned and could not be sent to the server yet. Narrow.',
          })}
        </span>
        <span className="row-note">
          <Plural
            comment="Under “Waiting to be sent”: how many rewards wait."
            value={count}
            one="# reward"
            other="# rewards"
          />
          {time === null ? null : (
            <>
              {' · '}
              {t({ message: `since ${time}`, comment: '{time}: a time, or a date and a time.' })}
            </>
          )}
          {' · '}
          {i18n._(blockReasonTexts[blockReason])}
        </span>
        {storageError ? (
          <span className="row-note">{i18n._(storageErrorTexts[storageError])}</span>
        ) : null}
      </p>
      <Button
        className="button-small"
        look="tonal"
        busy={isSending}
        onClick={() => outbox.send({ type: 'send.pressed' })}
      >
        {t({
          message: 'Send now',
          comment: 'Button (verb): send the rewards that wait to the server. Narrow.',
        })}
      </Button>
    </div>
  );
}
