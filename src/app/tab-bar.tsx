import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import { BrandMark } from '../ui/brand.tsx';
import { ClipIcon, InviteIcon, PersonIcon, PurseIcon, TasksIcon } from '../ui/icons.tsx';
import { FEED_PATH, INVITE_PATH, MINE_PATH, TASKS_PATH, WITHDRAW_PATH } from './path.ts';
import './tab-bar.css';
import { prefetchScreen, type ScreenName } from './routes.ts';

/** The five places of the app; a finger that comes down on one already fetches its screen. */
export function TabBar({ current }: { current: ScreenName }) {
  const { t } = useLingui();
  const tabs = [
    { name: 'tasks', href: TASKS_PATH, label: t`Tasks`, Icon: TasksIcon },
    { name: 'invite', href: INVITE_PATH, label: t`Invite`, Icon: InviteIcon },
    { name: 'feed', href: FEED_PATH, label: t`Short video`, Icon: ClipIcon },
    { name: 'withdraw', href: WITHDRAW_PATH, label: t`Withdraw`, Icon: PurseIcon },
    { name: 'mine', href: MINE_PATH, label: t`Mine`, Icon: PersonIcon },
  ] as const;
  return (
    <nav className="tab-bar" aria-label={t`Main`}>
      <span className="tab-bar-brand">
        <BrandMark size={44} />
      </span>
      <ul>
        {tabs.map(({ name, href, label, Icon }) => (
          <li key={name}>
            <Link
              href={href}
              className="tab"
              aria-current={name === current ? 'page' : undefined}
              onPointerDown={() => prefetchScreen(name)}
              onFocus={() => prefetchScreen(name)}
            >
              <Icon size={26} />
              <span>{label}</span>
            </Link>
          </li>
        ))}
      </ul>
    </nav>
  );
}
