import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { shareBlueprint } from '../../app/actors/share.actors.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { inviteLink } from '../../ports/share.ts';
import { Button } from '../../ui/button.tsx';
import { Card, Screen } from '../../ui/card.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/states.tsx';
import './invite.css';
import { Levels } from './levels.tsx';

/** The code and the link that bring friends, and what their joining earns. */
export default function InviteScreen() {
  const { t } = useLingui();
  const { auth, effects } = useSystem();
  const share = useScreenActor(shareBlueprint(effects, 'invite'));
  const copies = useSelector(share, (state) => state.hasTag('busy'));
  const code = useSelector(auth, ({ context }) => context.user?.invite_code ?? null);
  const link = code === null ? null : inviteLink(code);
  return (
    <Screen title={t`Invite Friends`}>
      <Card title={t`Your invite code`}>
        <p className="invite-code" aria-busy={code === null}>
          {code ?? <Skeleton width="6em" height="1.2em" />}
        </p>
        <p className="invite-link">{link ?? <Skeleton width="14em" />}</p>
        <Button
          wide
          icon={<CopyIcon size={20} />}
          busy={copies}
          onClick={() => share.send({ type: 'copy.pressed' })}
        >
          {t`Copy link`}
        </Button>
      </Card>
      <Levels />
    </Screen>
  );
}
