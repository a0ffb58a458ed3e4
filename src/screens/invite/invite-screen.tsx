import { useLingui } from '@lingui/react/macro';
import { Screen } from '../../ui/card.tsx';
import { Friends } from './friends.tsx';
import { InviteCard } from './invite-card.tsx';
import './invite.css';
import { Levels } from './levels.tsx';

/** The code and the link that bring friends, what their joining earns, and who has come. */
export default function InviteScreen() {
  const { t } = useLingui();
  return (
    <Screen title={t({ message: 'Invite Friends', comment: 'Page title.' })}>
      <InviteCard />
      <Levels />
      {/* the part that grows comes last and moves nothing */}
      <Friends />
    </Screen>
  );
}
