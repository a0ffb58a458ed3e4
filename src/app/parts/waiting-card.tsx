import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectLack, selectWaitingCount } from '../../../machines/outbox/outbox.selectors.ts';
import { lackTexts } from '../../i18n/lacks.ts';
import { Card } from '../../ui/card.tsx';
import { useChild } from '../system/use-child.ts';
import { Waiting } from './waiting.tsx';

/** What waits to be sent, where anything does, and that nothing can be kept, where that is so. */
export function WaitingCard() {
  const { i18n } = useLingui();
  const outbox = useChild('outbox');
  const isAny = useSelector(outbox, selectWaitingCount) > 0;
  const lack = useSelector(outbox, selectLack);
  if (!isAny && lack === null) return null;
  return (
    <Card>
      {isAny ? (
        <div className="rows">
          <Waiting />
        </div>
      ) : null}
      {!isAny && lack ? <p className="card-note">{i18n._(lackTexts[lack])}</p> : null}
    </Card>
  );
}
