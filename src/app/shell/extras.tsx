import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectScreen } from '../../../machines/app/app.selectors.ts';
import { isEntrance } from '../../../machines/app/screens.ts';
import { selectWaitingCount } from '../../../machines/outbox/outbox.selectors.ts';
import { showBadge } from '../../ports/badge.ts';
import { Waiting } from '../components/waiting.tsx';
import { useChild, useChildIfAny, useRoot } from '../system/use-child.ts';
import { AgreementNotice } from './agreement-notice.tsx';
import { BreakNotice } from './break-notice.tsx';
import { Ticker } from './ticker.tsx';
import { ToastRegion } from './toast-region.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** The app's icon says how many rewards wait to be sent. */
function useBadge(): void {
  const count = useSelector(useChild('outbox'), selectWaitingCount);
  useEffect(() => showBadge(count), [count]);
}

/** What comes above the screens once nothing else needs the network or the main thread. */
export function Extras() {
  const screen = useSelector(useRoot(), selectScreen);
  const ticker = useChildIfAny('ticker');
  const appUpdate = useChildIfAny('appUpdate');
  useBadge();
  return (
    <>
      {/* read out when it comes, which it does while a clip plays */}
      <div className="aloft waiting-line" role="status">
        {screen === 'feed' ? <Waiting /> : null}
      </div>
      {ticker && !isEntrance(screen) ? <Ticker ticker={ticker} /> : null}
      {appUpdate ? <UpdateNotice appUpdate={appUpdate} /> : null}
      {screen === 'feed' ? <BreakNotice /> : null}
      <AgreementNotice />
      {/* what was said once stays while somebody is led elsewhere */}
      <ToastRegion />
    </>
  );
}
