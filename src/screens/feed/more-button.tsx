import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import { selectAd } from '../../../machines/ad.selectors.ts';
import {
  selectCurrentClip,
  selectIndex,
  selectVideoAt,
} from '../../../machines/feed/feed.selectors.ts';
import type { ReportedItem } from '../../../machines/report.machine.ts';
import { useChildIfAny } from '../../app/system/use-child.ts';
import { IconButton } from '../../ui/button.tsx';
import { icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import type { AdActor, FeedActor } from './actors.ts';
import { Speed } from './speed.tsx';

const CaptionsButton = lazyComponent(() => import('./captions-button.tsx'));
const ReportSheet = lazyComponent(() => import('./report-sheet.tsx'));

const MoreIcon = icon(<path strokeWidth="3" d="M6 12h.01M12 12h.01M18 12h.01" />);

interface MoreButtonProps {
  feed: FeedActor;
  /** the advertisement on the stage; undefined: a clip is on the stage */
  ad: AdActor | undefined;
}

/** Button that opens the report sheet of the clip or advertisement on the stage, below a clip's captions button. */
export default function MoreButton({ feed, ad }: MoreButtonProps) {
  const { t } = useLingui();
  const report = useChildIfAny('report');
  const clip = useSelector(feed, (snapshot) => selectVideoAt(selectIndex(snapshot))(snapshot));
  const onStage = useSelector(feed, selectCurrentClip);
  const shown = useSelector(ad, (snapshot) => snapshot && selectAd(snapshot));
  const [opened, setOpened] = useState<ReportedItem>();
  const open = () => {
    const id = shown?.id ?? clip?.id;
    if (id === undefined) return;
    const item: ReportedItem = { kind: shown ? 'ad' : 'clip', id };
    report?.send({ type: 'report.pressed', item });
    setOpened(item);
  };
  return (
    <>
      {onStage && !ad ? <Speed feed={feed} clip={onStage} /> : null}
      {clip?.captions ? <CaptionsButton feed={feed} captions={clip.captions} /> : null}
      <IconButton
        name={t({ message: 'More', comment: 'Name of a button over a clip: opens more to do.' })}
        onClick={open}
      >
        <MoreIcon size={26} />
      </IconButton>
      {opened ? <ReportSheet item={opened} /> : null}
    </>
  );
}
