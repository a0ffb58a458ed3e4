import { useLingui } from '@lingui/react/macro';
import { Link } from 'wouter';
import type { Permission } from '../../../machines/push/model.ts';
import {
  type Condition,
  conditionsOf,
  type WithdrawalTerms,
} from '../../../machines/withdrawal/rules.ts';
import { paths } from '../../app/system/paths.ts';
import { requirementTexts } from '../../i18n/messages.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { RequirementBar } from '../../ui/progress.tsx';

const EmailConfirmation = lazyComponent(
  () => import('../../app/components/email-confirmation.tsx'),
);

interface ConditionsProps {
  terms: WithdrawalTerms;
  permission: Permission;
  /** whether the payee is missing */
  isUnset: boolean;
  /** checks the conditions again; null: no button, as no request waits for them */
  onCheck: (() => void) | null;
}

/** The operator's conditions for a withdrawal, each met or not; hidden without conditions. */
export function Conditions({ terms, permission, isUnset, onCheck }: ConditionsProps) {
  const { t, i18n } = useLingui();
  const conditions = conditionsOf(terms, permission);
  if (conditions.length === 0) return null;
  const met = conditions.filter(({ isMet }) => isMet).length;
  const [have, want] = [met, conditions.length].map((count) => formatCount(count, i18n.locale));
  return (
    <Card
      title={t({
        message: 'Before you can withdraw',
        comment: 'Title of the list of conditions for a withdrawal.',
      })}
      takesFocus
      aside={
        <span className="card-note">
          {t({
            message: `${have} of ${want} met`,
            comment:
              'How many of the conditions for a withdrawal are met: {have} of {want}. Beside the card’s title: narrow.',
          })}
        </span>
      }
    >
      <ul className="stack requirements">
        {conditions.map((condition) => (
          <li key={condition.kind}>
            <One condition={condition} permission={permission} onCheck={onCheck} />
          </li>
        ))}
      </ul>
      {/* this step comes before all conditions */}
      {isUnset ? <p className="card-note">{t`First set up your withdrawal info.`}</p> : null}
    </Card>
  );
}

interface OneProps {
  condition: Condition;
  permission: Permission;
  onCheck: (() => void) | null;
}

function One({ condition, permission, onCheck }: OneProps) {
  const { t, i18n } = useLingui();
  const verdict = condition.isMet
    ? t({
        message: 'Met',
        comment: 'State of a condition for a withdrawal: fulfilled. Read out by a screen reader.',
      })
    : t({
        message: 'Not met yet',
        comment:
          'State of a condition for a withdrawal: not fulfilled. Read out by a screen reader.',
      });
  if (condition.kind === 'email') return <ConfirmedEmail isMet={condition.isMet} />;
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

function ConfirmedEmail({ isMet }: { isMet: boolean }) {
  const { t } = useLingui();
  if (!isMet) {
    return (
      <>
        <p className="requirement-label">{t`Withdrawing needs a confirmed email.`}</p>
        <EmailConfirmation />
      </>
    );
  }
  return (
    <div className="requirement requirement-met">
      <span className="requirement-label">{t`Your email is confirmed`}</span>
      <span className="requirement-count">
        <CheckIcon size={18} />
        {t`Met`}
      </span>
    </div>
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
        <Link href={paths.reminder} className="button button-tonal">
          {t({ message: 'Enable notifications', comment: 'Name of a task, and a button (verb).' })}
        </Link>
        {onCheck ? (
          <Button look="quiet" onClick={onCheck}>
            {t({
              message: 'Check again',
              comment: 'Button (verb): look again whether the condition is met.',
            })}
          </Button>
        ) : null}
      </div>
    </>
  );
}
