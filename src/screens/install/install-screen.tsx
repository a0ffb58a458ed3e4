import { useLingui } from '@lingui/react/macro';
import { InstallGuide } from '../../app/components/install-guide.tsx';
import { useProductName } from '../../app/components/use-product-name.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { isolate } from '../../ui/isolate.ts';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { Figures, UsersRewarded } from './figures.tsx';
import { InstallCall } from './install-call.tsx';
import { Preview } from './preview.tsx';
import './install.css';

/**
 * The install page: the app's purpose, the install button, figures, and a preview. No late content is above the
 * button: it would move the button away from a finger.
 */
export default function InstallScreen() {
  const { t } = useLingui();
  const product = useProductName();
  return (
    <div className="screen-body">
      <header className="install-head">
        <BrandMark size={76} />
        <div>
          <h1 className="clamped" tabIndex={-1} ref={focusIfLost}>
            <bdi>{product}</bdi>
          </h1>
          <p className="row-note">{t`Watch short videos and earn cash`}</p>
        </div>
      </header>
      <InstallCall />
      <Figures />
      <Preview />
      <About product={isolate(product)} />
      <InstallGuide />
    </div>
  );
}

function About({ product }: { product: string }) {
  const { t } = useLingui();
  const points = [
    t`It opens from your home screen and fills the whole screen.`,
    t`It comes from this page: no app store, and always the newest version.`,
    t({
      message: 'What you earn while the line is gone is kept, and sent once it is back.',
      comment: 'The line: the connection to the internet.',
    }),
  ];
  return (
    <Card
      title={t({
        message: 'About',
        comment: 'Title of a card that describes the app (noun: information).',
      })}
    >
      <p>
        {t({
          message: `${product} pays you for the time you watch. Each paid clip adds to your balance at once; friends, shares and tasks add more. You can withdraw what you have earned.`,
          comment: '{product}: the name of the app.',
        })}
      </p>
      <ul className="install-points">
        {points.map((point) => (
          <li key={point} className="install-point">
            <CheckIcon className="install-point-mark" />
            <span>{point}</span>
          </li>
        ))}
      </ul>
      <UsersRewarded />
    </Card>
  );
}
