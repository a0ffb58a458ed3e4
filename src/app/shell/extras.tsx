import { useSelector } from '@xstate/react';
import { selectScreen } from '../../../machines/app/app.selectors.ts';
import { isEntrance } from '../../../machines/app/screens.ts';
import { useChildIfAny, useRoot } from '../system/use-child.ts';
import { Ticker } from './ticker.tsx';
import { ToastRegion } from './toast-region.tsx';
import { UpdateNotice } from './update-notice.tsx';

/** What comes above the screens once nothing else needs the line or the thread. */
export function Extras() {
  const screen = useSelector(useRoot(), selectScreen);
  const ticker = useChildIfAny('ticker');
  const appUpdate = useChildIfAny('appUpdate');
  return (
    <>
      {ticker && !isEntrance(screen) ? <Ticker ticker={ticker} /> : null}
      {appUpdate ? <UpdateNotice appUpdate={appUpdate} /> : null}
      {/* what was said once stays while somebody is led elsewhere */}
      <ToastRegion />
    </>
  );
}
