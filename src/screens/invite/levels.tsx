import { useLingui } from '@lingui/react/macro';
import { Card } from '../../ui/card.tsx';
import { PersonIcon } from '../../ui/icons.tsx';

/** The shares that the product gives of a new friend's welcome bonus. */
const SHARES = [0.07, 0.03, 0.01];

/** Three circles of friends, the nearest earns most. */
export function Levels() {
  const { t, i18n } = useLingui();
  const words = [t`Friends you invite`, t`Friends they invite`, t`And friends of those`];
  const names = [t`Level 1`, t`Level 2`, t`Level 3`];
  return (
    <Card title={t`What your friends bring`}>
      <ol className="levels">
        {SHARES.map((share, index) => (
          <li key={share} className={`level level-${index + 1}`}>
            <span className="level-picture" aria-hidden="true">
              {Array.from({ length: index + 1 }, (_, person) => person).map((person) => (
                <PersonIcon key={person} size={22} />
              ))}
            </span>
            <span className="row-main">
              <strong>{names[index]}</strong>
              <span className="row-note">{words[index]}</span>
            </span>
            <strong className="level-share">{i18n.number(share, { style: 'percent' })}</strong>
          </li>
        ))}
      </ol>
      <p className="card-note">
        {t`When a friend joins, you receive this share of their welcome bonus. It does not make their bonus smaller.`}
      </p>
    </Card>
  );
}
