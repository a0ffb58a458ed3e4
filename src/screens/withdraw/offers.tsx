import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { type MouseEvent, useState } from 'react';
import type { Offer } from '../../../machines/withdrawal/offers.ts';
import { selectOffer } from '../../../machines/withdrawal/withdrawal.selectors.ts';
import { asSheet } from '../../app/components/actor-sheet.tsx';
import { useChild, useChildIfAny } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { openAndFocus } from '../../ui/open-and-focus.ts';

const sheets = {
  recoveryCodes: {
    child: 'recovery',
    Sheet: lazyComponent(() => import('../../app/components/recovery-sheet.tsx')),
  },
  passkey: {
    child: 'passkeys',
    Sheet: lazyComponent(() => import('../../app/components/passkeys-sheet.tsx')),
  },
} as const;

/** Ways to secure the account: offered once, and never required. */
export default function Offers() {
  const offer = useSelector(useChild('withdrawal'), selectOffer);
  const [opened, setOpened] = useState<Offer | null>(null);
  const Sheet = opened && sheets[opened].Sheet;
  return (
    <>
      {offer ? <Offered offer={offer} onOpen={() => setOpened(offer)} /> : null}
      {Sheet ? <Sheet /> : null}
    </>
  );
}

function Offered({ offer, onOpen }: { offer: Offer; onOpen: () => void }) {
  const { t } = useLingui();
  const withdrawal = useChild('withdrawal');
  const sheet = useChildIfAny(asSheet(sheets[offer].child));
  // the card unmounts, so the focus moves to the screen's heading; a sheet takes the focus from there and returns it
  const answer = ({ currentTarget }: MouseEvent, act: () => void) =>
    openAndFocus(currentTarget.closest('.screen-body'), 'h1', () => {
      act();
      withdrawal.send({ type: 'offer.answered', offer });
    });
  const open = (event: MouseEvent) =>
    answer(event, () => {
      sheet?.send({ type: 'open.pressed' });
      onOpen();
    });
  const isPasskey = offer === 'passkey';
  return (
    <Card title={isPasskey ? t`Passkeys` : t`Recovery codes`}>
      <p className="card-note">
        {isPasskey
          ? t({
              message: 'With a passkey you log in by fingerprint, face or PIN, without typing.',
              comment: 'Offered after the first withdrawal. As phones call these in your language.',
            })
          : t({
              message: 'With recovery codes you get back in if you forget your password.',
              comment: 'Offered before the first withdrawal, where there are none.',
            })}
      </p>
      <div className="dialog-actions">
        <Button look="quiet" onClick={(event) => answer(event, () => undefined)}>
          {t({
            message: 'No, thanks',
            comment:
              'Button: an offer is declined, and not made again. Beside another button: narrow.',
          })}
        </Button>
        <Button look="tonal" onClick={open}>
          {isPasskey ? t`Add a passkey` : t`Create codes`}
        </Button>
      </div>
    </Card>
  );
}
