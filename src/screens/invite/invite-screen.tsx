import { useLingui } from '@lingui/react/macro';
import { Screen } from '../../ui/card.tsx';
import { Friends } from './friends.tsx';
import { InviteCard } from './invite-card.tsx';
import './invite.css';
import { Levels } from './levels.tsx';

/** The invite code and link, the rewards for friends, and the list of friends. */
export default function InviteScreen() {
  const { t } = useLingui();
  return (
    <Screen title={t({ message: 'Invite Friends', comment: 'Page title.' })}>
      <InviteCard />
      <Levels />
      {/* the list is last: its further pages move no other card */}
      <Friends />
    </Screen>
  );
}
