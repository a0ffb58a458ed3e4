import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect } from 'react';
import { selectIsVisitor } from '../../../machines/auth/auth.selectors.ts';
import { selectPlaceOf } from '../../../machines/feed/place.selectors.ts';
import { selectState } from '../../../machines/form.selectors.ts';
import type { ReportedItem } from '../../../machines/report.machine.ts';
import { selectReported } from '../../../machines/report.selectors.ts';
import { startReport } from '../../app/actors/report.actors.ts';
import { useChild, useChildIfAny, useEffects, useRoot } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { CheckIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { ReportForm } from './report-form.tsx';
import { placeWords } from './report-place.ts';

/**
 * Where a clip or an advertisement is reported; its machine starts with it, and stays.
 * @param item what it is opened about first
 */
export default function ReportSheet({ item }: { item: ReportedItem }) {
  const root = useRoot();
  const effects = useEffects();
  // biome-ignore lint/correctness/useExhaustiveDependencies: opened again, its machine is told
  useEffect(() => startReport({ root, effects }, item), [root, effects]);
  return useChildIfAny('report') ? <Opened /> : null;
}

function Opened() {
  const { t } = useLingui();
  const report = useChild('report');
  const state = useSelector(report, selectState);
  const { kind, id } = useSelector(report, selectReported);
  if (state === 'closed') return null;
  const close = () => report.send({ type: 'dialog.closed' });
  const title =
    kind === 'ad'
      ? t({ message: 'Report this ad', comment: 'Title of a sheet (verb).' })
      : t({ message: 'Report this clip', comment: 'Title of a sheet (verb).' });
  return (
    <Sheet title={title} onClose={close}>
      {state === 'sent' ? (
        <Sent onClose={close} />
      ) : (
        <>
          {kind === 'clip' ? <WhyHere id={id} /> : null}
          <ReportForm />
          <Button
            wide
            look="quiet"
            aria-disabled={state === 'sending' || undefined}
            onClick={close}
          >{t`Close`}</Button>
        </>
      )}
    </Sheet>
  );
}

/** Why the clip is in the feed, where the list says it. */
function WhyHere({ id }: { id: number }) {
  const { t, i18n } = useLingui();
  const { serverClock } = useEffects();
  const place = useSelector(useChild('feed'), selectPlaceOf(id));
  const words = place && placeWords(i18n, place, serverClock.nowMs());
  if (!words) return null;
  return (
    <div>
      <h3 className="card-note">
        {t({ message: 'Why you see it', comment: 'It: a clip of the feed. A heading.' })}
      </h3>
      <p>{words}</p>
    </div>
  );
}

function Sent({ onClose }: { onClose: () => void }) {
  const { t } = useLingui();
  const isVisitor = useSelector(useChild('auth'), selectIsVisitor);
  return (
    <EmptyState
      icon={<CheckIcon />}
      title={t`Thank you for your report`}
      isHeading
      role="status"
      action={<Button onClick={onClose}>{t`Close`}</Button>}
    >
      {isVisitor
        ? t({ message: 'We will look at it.', comment: 'After reporting a clip or an ad.' })
        : t({
            message:
              'We will look at it. If notifications are on, we will tell you what we decide.',
            comment: 'After reporting a clip or an ad.',
          })}
    </EmptyState>
  );
}
