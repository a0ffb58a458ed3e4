import { Trans, useLingui } from '@lingui/react/macro';
import type { AppConfig } from '../../../contract/shapes.ts';
import { configBlueprint } from '../../app/actors/config.actors.ts';
import { Known } from '../../app/known.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Card } from '../../ui/card.tsx';
import { PersonIcon } from '../../ui/icons.tsx';
import { formatAmount } from '../../ui/numbers.ts';
import { Skeleton } from '../../ui/states.tsx';
import { LevelMark } from './level-mark.tsx';

/** Three circles of friends, the nearest earns most. */
export function Levels() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const config = useScreenActor(configBlueprint(effects));
  return (
    <Card title={t`What your friends bring`}>
      <Known
        fact={config}
        waiting={<Skeleton height="308px" />}
        failed={t`The rates could not be loaded.`}
      >
        {(known) => <Rates {...known} />}
      </Known>
    </Card>
  );
}

function Rates({ commission_rates, rewards }: AppConfig) {
  const { t, i18n } = useLingui();
  const words = [t`Friends you invite`, t`Friends they invite`, t`And friends of those`];
  const amount = formatAmount(rewards.invite, i18n.locale, true);
  return (
    <>
      <ol className="levels">
        {words.map((word, index) => (
          <li key={word} className={`level level-${index + 1}`}>
            <LevelMark level={index + 1} />
            <span className="row-main">
              <span>{word}</span>
              <span className="level-people" aria-hidden="true">
                {Array.from({ length: 3 ** index }, (_, person) => person).map((person) => (
                  <PersonIcon key={person} size={16} />
                ))}
              </span>
            </span>
            <strong className="level-share">
              {i18n.number(Number(commission_rates[index]), {
                style: 'percent',
                maximumFractionDigits: 2,
              })}
            </strong>
          </li>
        ))}
      </ol>
      <p className="card-note">
        <Trans>
          When a friend joins, you receive this share of their welcome bonus, and {amount} for each
          friend whom you invite yourself. It does not make their bonus smaller.
        </Trans>
      </p>
    </>
  );
}
