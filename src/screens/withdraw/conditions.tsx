import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import {
  type Condition,
  conditionsOf,
  type WithdrawalFacts,
} from '../../../machines/withdrawal.setup.ts';
import { NOTIFICATIONS_PATH } from '../../app/path.ts';
import { requirementTexts } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { RequirementBar } from '../../ui/progress.tsx';

interface ConditionsProps {
  facts: WithdrawalFacts;
  onCheck: () => void;
}

/** All that the operator asks for before a withdrawal, met or not, as long as it asks for it. */
export function Conditions({ facts, onCheck }: ConditionsProps) {
  const { t, i18n } = useLingui();
  const conditions = conditionsOf(facts);
  if (conditions.length === 0) return null;
  const met = conditions.filter(({ isMet }) => isMet).length;
  const [have, want] = [met, conditions.length].map((count) => formatCount(count, i18n.locale));
  return (
    <Card
      title={t`Before you can withdraw`}
      takesFocus
      aside={<span className="card-note">{t`${have} of ${want} met`}</span>}
    >
      <ul className="requirements">
        {conditions.map((condition) => (
          <li key={condition.kind}>
            <One condition={condition} permission={facts.notifications} onCheck={onCheck} />
          </li>
        ))}
      </ul>
      {/* the one thing that comes before all of these */}
      {facts.hasInfo ? null : <p className="card-note">{t`First set up your withdrawal info.`}</p>}
    </Card>
  );
}

interface OneProps {
  condition: Condition;
  permission: WithdrawalFacts['notifications'];
  onCheck: () => void;
}

function One({ condition, permission, onCheck }: OneProps) {
  const { t, i18n } = useLingui();
  const verdict = condition.isMet ? t`Met` : t`Not met yet`;
  if (condition.kind !== 'notifications') {
    const { kind, current, required } = condition;
    const label = i18n._(requirementTexts[kind]);
    return <RequirementBar label={label} current={current} required={required} verdict={verdict} />;
  }
  const { isMet } = condition;
  return (
    <>
      <div className={`requirement ${isMet ? 'requirement-met' : ''}`}>
        <span className="requirement-label">
          {isMet ? t`Notifications are on` : t`Notifications are off`}
        </span>
        <span className="requirement-count">
          {isMet ? <CheckIcon size={18} /> : null}
          {verdict}
        </span>
      </div>
      {isMet ? null : <AllowNotifications permission={permission} onCheck={onCheck} />}
    </>
  );
}

function AllowNotifications({ permission, onCheck }: Omit<OneProps, 'condition'>) {
  const { t } = useLingui();
  return (
    <>
      <p className="card-note">
        {permission === 'unsupported'
          ? t`Withdrawing needs notifications, and this browser does not support them.`
          : t`Withdrawing needs your permission for notifications.`}
      </p>
      <div className="requirement-ways">
        <Link href={NOTIFICATIONS_PATH} className="button button-tonal">
          {t`Enable notifications`}
        </Link>
        <Button look="quiet" onClick={onCheck}>
          {t`Check again`}
        </Button>
      </div>
    </>
  );
}
