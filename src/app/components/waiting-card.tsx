import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import {
  selectStorageError,
  selectWaitingCount,
} from '../../../machines/outbox/outbox.selectors.ts';
import { storageErrorTexts } from '../../i18n/storage-errors.ts';
import { Card } from '../../ui/card.tsx';
import { useChild } from '../system/use-child.ts';
import { Waiting } from './waiting.tsx';

/** A card with the waiting claims, if any, or the reason why claims cannot be persisted. */
export function WaitingCard() {
  const { i18n } = useLingui();
  const outbox = useChild('outbox');
  const isAny = useSelector(outbox, selectWaitingCount) > 0;
  const storageError = useSelector(outbox, selectStorageError);
  if (!isAny && storageError === null) return null;
  return (
    <Card>
      {isAny ? (
        <div className="rows">
          <Waiting />
        </div>
      ) : null}
      {!isAny && storageError ? (
        <p className="card-note">{i18n._(storageErrorTexts[storageError])}</p>
      ) : null}
    </Card>
  );
}
