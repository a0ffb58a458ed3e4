import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { ScreenName, TabScreen } from '../../../machines/app/screens.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { ClipIcon, InviteIcon, PersonIcon, PurseIcon, TasksIcon } from '../../ui/icons.tsx';
import { paths } from '../system/paths.ts';
import './tab-bar.css';

interface TabBarProps {
  current: ScreenName;
  /** a tab was touched or focused: its screen will probably be opened */
  onPrefetch: (name: ScreenName) => void;
}

/** The tab bar, with links to the five main screens. */
export function TabBar({ current, onPrefetch }: TabBarProps) {
  const { t } = useLingui();
  const tabs: Record<TabScreen, { label: string; Icon: typeof ClipIcon }> = {
    tasks: {
      label: t({
        message: 'Tasks',
        comment: 'Tab bar at the foot of the screen: the page with tasks. Very narrow.',
      }),
      Icon: TasksIcon,
    },
    invite: {
      label: t({
        message: 'Invite',
        comment: 'Tab bar at the foot of the screen: the page for inviting friends. Very narrow.',
      }),
      Icon: InviteIcon,
    },
    feed: { label: t`Short video`, Icon: ClipIcon },
    withdraw: { label: t`Withdraw`, Icon: PurseIcon },
    mine: { label: t`Mine`, Icon: PersonIcon },
  };
  return (
    <nav
      className="tab-bar"
      aria-label={t({
        message: 'Main',
        comment: 'Name of the tab bar for screen readers: the main navigation.',
      })}
    >
      <span className="tab-bar-brand">
        <BrandMark size={44} />
      </span>
      <ul>
        {(Object.keys(tabs) as TabScreen[]).map((name) => {
          const { label, Icon } = tabs[name];
          return (
            <li key={name}>
              <Link
                href={paths[name]}
                className="tab"
                aria-current={name === current ? 'page' : undefined}
                onPointerDown={() => onPrefetch(name)}
                onFocus={() => onPrefetch(name)}
              >
                <Icon size={26} />
                <span>{label}</span>
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}
