import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectScreen } from '../../../machines/app/app.selectors.ts';
import { isForVisitors } from '../../../machines/app/screens.ts';
import { selectWaitingCount } from '../../../machines/outbox/outbox.selectors.ts';
import { showBadge } from '../../ports/badge.ts';
import { Waiting } from '../components/waiting.tsx';
import { useChild, useChildIfAny, useRoot } from '../system/use-child.ts';
import { AgreementNotice } from './agreement-notice.tsx';
import { BreakNotice } from './break-notice.tsx';
import { Ticker } from './ticker.tsx';
import { ToastRegion } from './toast-region.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** Shows the number of waiting claims on the app's icon. */
function useBadge(): void {
  const count = useSelector(useChild('outbox'), selectWaitingCount);
  useEffect(() => showBadge(count), [count]);
}

/** Components above the screens, loaded when the network and the main thread are idle. */
export function Extras() {
  const screen = useSelector(useRoot(), selectScreen);
  const ticker = useChildIfAny('ticker');
  const appUpdate = useChildIfAny('appUpdate');
  useBadge();
  return (
    <>
      {/* a live region: the notice in it appears while a clip plays */}
      <div className="above-screens waiting-line" role="status">
        {screen === 'feed' ? <Waiting /> : null}
      </div>
      {ticker && !isForVisitors(screen) ? <Ticker ticker={ticker} /> : null}
      {appUpdate ? <UpdateNotice appUpdate={appUpdate} /> : null}
      {screen === 'feed' ? <BreakNotice /> : null}
      <AgreementNotice />
      {/* a toast stays on screen after a redirect to another screen */}
      <ToastRegion />
    </>
  );
}
