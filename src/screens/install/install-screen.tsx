import { useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import { configBlueprint } from '../../app/actors/config.actors.ts';
import { InstallGuide } from '../../app/install-guide.tsx';
import { useProductName } from '../../app/product.ts';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { BrandMark } from '../../ui/brand.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { Figures, UsersRewarded } from './figures.tsx';
import { InstallCall } from './install-call.tsx';
import { Preview } from './preview.tsx';
import './install.css';

/** What the app is, what others say of it, how it looks, and the button that brings it. */
export default function InstallScreen() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const product = useProductName();
  const config = useScreenActor(configBlueprint(effects));
  return (
    <div className="screen-body">
      <header className="install-head">
        <BrandMark size={76} />
        <div>
          <h1>{product}</h1>
          <p className="row-note">{t`Watch short videos and earn cash`}</p>
        </div>
      </header>
      <Figures config={config} />
      <InstallCall />
      <Preview config={config} />
      <About product={product}>
        <UsersRewarded config={config} />
      </About>
      <InstallGuide />
    </div>
  );
}

function About({ product, children }: { product: string; children: ReactNode }) {
  const { t } = useLingui();
  const points = [
    t`It opens from your home screen and fills the whole screen.`,
    t`It comes from this page: no app store, and always the newest version.`,
    t`What you earn while the line is gone is kept, and sent once it is back.`,
  ];
  return (
    <Card title={t`About`}>
      <p>
        {t`${product} pays you for the time you watch. Each paid clip adds to your balance at once; friends, shares and tasks add more. You can withdraw what you have earned.`}
      </p>
      <ul className="install-points">
        {points.map((point) => (
          <li key={point} className="install-point">
            <CheckIcon size={20} className="install-point-mark" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      {children}
    </Card>
  );
}
