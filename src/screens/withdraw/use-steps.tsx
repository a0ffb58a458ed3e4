import { useLingui } from '@lingui/react/macro';
import type { Withdrawal } from '../../../contract/shapes.ts';
import { standingOf, stepHistoryOf } from '../../../machines/withdrawal/rules.ts';
import { ProcessTime } from '../../app/components/process-days.tsx';
import type { Step } from '../../ui/progress.tsx';
import { useHeldText } from './hold.tsx';
import { shortStandingTexts } from './step-texts.ts';

/** Past steps of a withdrawal, without repeated ones, and the next steps. */
export function useSteps(withdrawal: Withdrawal): Step[] {
  const { t, i18n } = useLingui();
  const held = useHeldText(withdrawal);
  const time = (iso: string) => i18n.date(iso, { dateStyle: 'medium', timeStyle: 'short' });
  const [requested, ...way] = stepHistoryOf(withdrawal);
  const standing = standingOf(withdrawal);
  const isOpen = withdrawal.status === 'pending';
  const taken = way.filter(
    ({ step }, index) =>
      step !== 'pending' && index === way.findLastIndex((later) => later.step === step),
  );
  const done = taken.map(({ step, at }): Step => {
    const isCurrent = isOpen && step === standing;
    const isBack = !isOpen && step === standing && step !== 'paid';
    // for a cancelled withdrawal, servers send the step `rejected`, which older apps know, too
    const isCancelled = standing === 'cancelled' && step === 'rejected';
    return {
      title: i18n._(shortStandingTexts[isCancelled ? standing : step]),
      note: isBack && withdrawal.reason ? <bdi>{withdrawal.reason}</bdi> : time(at),
      state: isCurrent ? 'current' : isBack ? 'failed' : 'done',
    };
  });
  const first: Step = {
    title: t({
      message: 'Requested',
      comment:
        'The first step of a withdrawal, done (participle): a person has asked for the money.',
    }),
    note: time(requested?.at ?? withdrawal.created_at),
    state: 'done',
  };
  if (!isOpen) return [first, ...done];
  const waiting: Step = {
    title: i18n._(shortStandingTexts.pending),
    note: held ?? <ProcessTime />,
    state: 'current',
  };
  const paid: Step = { title: i18n._(shortStandingTexts.paid), state: 'ahead' };
  return [first, ...done, ...(standing === 'pending' ? [waiting] : []), paid];
}
