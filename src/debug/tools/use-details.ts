import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useSyncExternalStore } from 'react';
import type { StateValue } from 'xstate';
import { selectIsOnline } from '../../../machines/app/app.selectors.ts';
import type { DeviceInfo } from '../../../machines/app/resources.ts';
import { version } from '../../../package.json';
import { useChild, useRoot } from '../../app/system/use-child.ts';
import { notificationState, watchNotifications } from '../../ports/notifications.ts';
import { valueText } from '../charts/words.ts';
import { maskText } from '../masked.ts';
import { buildName, type WorkerInfo } from '../ports/device.ts';

/** Properties by name. */
export type Details = Record<string, string>;

const nameOf = ({ value }: { value: StateValue }) => valueText(value);

/** Build, language and look of the app. */
export function useAppDetails(): Details {
  const { i18n } = useLingui();
  const theme = useChild('theme');
  const locale = useChild('locale');
  return {
    Version: version,
    Build: buildName(),
    Mode: import.meta.env.MODE,
    Language: `${i18n.locale}, ${document.documentElement.dir} (${useSelector(locale, nameOf)})`,
    Theme: useSelector(theme, nameOf),
    Motion: matchMedia('(prefers-reduced-motion: reduce)').matches ? 'reduced' : 'full',
    Window: `${innerWidth} × ${innerHeight}, ${devicePixelRatio} pixels a point`,
    Browser: navigator.userAgent,
  };
}

function wordsOf(worker: WorkerInfo): string {
  const parts = [
    `${worker.script}: ${worker.state}`,
    worker.isInControl ? 'in control of this page' : 'not in control of this page',
    ...(worker.isUpdateWaiting ? ['an update is waiting'] : []),
  ];
  return parts.join(', ');
}

const bytes = new Intl.NumberFormat('en', { style: 'unit', unit: 'byte', unitDisplay: 'narrow' });
const sizeOf = (count: number): string => bytes.format(count);

const storedClaimsText = (claims: DeviceInfo['claims']) =>
  claims === null
    ? 'nothing can be kept'
    : `${claims.kept} kept, ${claims.unreadable.length} unreadable`;

/** State of the app and its surroundings. */
export function useStateDetails({ worker, stored, usage, claims: kept }: DeviceInfo): Details {
  const auth = useChild('auth');
  const install = useChild('install');
  const outbox = useChild('outbox');
  const isOnline = useSelector(useRoot(), selectIsOnline);
  const notifications = useSyncExternalStore(watchNotifications, notificationState);
  const claims = useSelector(outbox, ({ context }) => context.queue.length);
  const pushToken = stored.find(({ key }) => key === 'fcmToken');
  return {
    Connection: isOnline ? 'online' : 'offline',
    Session: useSelector(auth, nameOf),
    'Service worker': worker ? wordsOf(worker) : 'none',
    Installation: useSelector(install, nameOf),
    Notifications: notifications,
    'Push token': pushToken ? maskText(pushToken.value) : 'none',
    'Claims to be sent': `${claims} (${useSelector(outbox, nameOf)})`,
    'Claims on this device': storedClaimsText(kept),
    'Used on this device': usage === null ? 'not told' : sizeOf(usage),
  };
}
