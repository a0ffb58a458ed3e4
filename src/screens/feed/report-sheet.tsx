import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { selectIsVisitor } from '../../../machines/auth/auth.selectors.ts';
import type { Clip } from '../../../machines/feed/slots.ts';
import { selectVideoById } from '../../../machines/feed/video-by-id.selectors.ts';
import type { ReportedItem } from '../../../machines/report.machine.ts';
import { selectReported } from '../../../machines/report.selectors.ts';
import { selectState } from '../../../machines/sheet.selectors.ts';
import { startReport } from '../../app/actors/report.actors.ts';
import { ActorSheet, Completed, StartedSheet } from '../../app/components/actor-sheet.tsx';
import { useChild, useEffects } from '../../app/system/use-child.ts';
import { ClipOrigin } from './clip-origin.tsx';
import { ReportForm } from './report-form.tsx';
import { placeWords } from './report-place.ts';

/**
 * Sheet to report a clip or an advertisement.
 * @param item the first item to report; the actor gets later ones by `report.pressed`
 */
export default function ReportSheet({ item }: { item: ReportedItem }) {
  return (
    <StartedSheet child="report" start={startReport(item)}>
      <Opened />
    </StartedSheet>
  );
}

function Opened() {
  const { t } = useLingui();
  const report = useChild('report');
  const isSent = useSelector(report, selectState) === 'sent';
  const { kind, id } = useSelector(report, selectReported);
  const title =
    kind === 'ad'
      ? t({ message: 'Report this ad', comment: 'Title of a sheet (verb).' })
      : t({ message: 'Report this clip', comment: 'Title of a sheet (verb).' });
  return (
    <ActorSheet child="report" title={title} isCompleted={isSent}>
      {isSent ? <Sent /> : null}
      {kind === 'clip' && !isSent ? <AboutClip id={id} /> : null}
      {isSent ? null : <ReportForm />}
    </ActorSheet>
  );
}

function AboutClip({ id }: { id: number }) {
  const place = useSelector(useChild('feed'), selectVideoById(id));
  return (
    <>
      <ClipPlaceReason place={place} />
      <ClipOrigin video={place} />
    </>
  );
}

/** The reason why the clip is in the feed, if the server has sent one. */
function ClipPlaceReason({ place }: { place: Clip['video'] | undefined }) {
  const { t, i18n } = useLingui();
  const { serverClock } = useEffects();
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

function Sent() {
  const { t } = useLingui();
  const isVisitor = useSelector(useChild('auth'), selectIsVisitor);
  return (
    <Completed child="report" title={t`Thank you for your report`}>
      {isVisitor
        ? t({ message: 'We will look at it.', comment: 'After reporting a clip or an ad.' })
        : t({
            message:
              'We will look at it. If notifications are on, we will tell you what we decide.',
            comment: 'After reporting a clip or an ad.',
          })}
    </Completed>
  );
}
