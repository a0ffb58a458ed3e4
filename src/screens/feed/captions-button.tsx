import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect, useMemo, useState } from 'react';
import type { Caption } from '../../../contract/shapes.ts';
import { selectCaption } from '../../../machines/captions.selectors.ts';
import { selectIndex, selectIsSoundOn } from '../../../machines/feed/feed.selectors.ts';
import { startCaptions } from '../../app/actors/captions.actors.ts';
import { useChild, useChildIfAny, useEffects } from '../../app/system/use-child.ts';
import { useStarted } from '../../app/system/use-started.ts';
import { showCaptions } from '../../ports/captions.ts';
import { IconButton } from '../../ui/button.tsx';
import { icon } from '../../ui/icon.tsx';
import type { FeedActor } from './actors.ts';
import { CaptionsSheet } from './captions-sheet.tsx';
import './captions.css';

const frame = <rect x="3" y="5" width="18" height="14" rx="3" />;
const OnIcon = icon(
  <>
    {frame}
    <path strokeWidth="2.5" d="M7 15.5h4M14 15.5h3M7 11.5h2M12 11.5h5" />
  </>,
);
const OffIcon = icon(
  <>
    {frame}
    <path d="M7 15.5h4M14 15.5h3M4 21 20 3" />
  </>,
);

interface CaptionsProps {
  feed: FeedActor;
  /** captions of the clip on the stage */
  captions: readonly Caption[];
}

/** Shows a clip's captions, and the button that switches them or, with several languages, lets the user choose. */
export default function CaptionsButton(props: CaptionsProps) {
  const actor = useChildIfAny('captions');
  useStarted(startCaptions, !actor);
  return actor ? <Started {...props} /> : null;
}

/** Adds the chosen captions to the video element of the clip on the stage, and returns them; null: none are shown. */
function useShownCaption({ feed, captions }: CaptionsProps): Caption | null {
  const { i18n } = useLingui();
  const { players } = useEffects();
  const index = useSelector(feed, selectIndex);
  const isSoundOn = useSelector(feed, selectIsSoundOn);
  const language = i18n.locale;
  const shown = useSelector(
    useChild('captions'),
    useMemo(
      () => selectCaption({ captions, language, isSoundOn }),
      [captions, language, isSoundOn],
    ),
  );
  useEffect(
    () => (shown ? showCaptions(players.element(index), shown) : undefined),
    [players, index, shown],
  );
  return shown;
}

function Started(props: CaptionsProps) {
  const { t } = useLingui();
  const actor = useChild('captions');
  const shown = useShownCaption(props);
  const [isOpen, setOpen] = useState(false);
  const hasSeveral = props.captions.length > 1;
  const press = () =>
    hasSeveral ? setOpen(true) : actor.send({ type: 'captions.switched', isOn: !shown });
  const turn = shown
    ? t({ message: 'Turn captions off', comment: 'Name of a button (verb) over a clip.' })
    : t({ message: 'Turn captions on', comment: 'Name of a button (verb) over a clip.' });
  const name = hasSeveral
    ? t({
        message: 'Captions',
        comment: 'The words of a clip, for who does not hear it. A button, a heading.',
      })
    : turn;
  return (
    <>
      <IconButton name={name} aria-haspopup={hasSeveral ? 'dialog' : undefined} onClick={press}>
        {shown ? <OnIcon size={26} /> : <OffIcon size={26} />}
      </IconButton>
      {isOpen ? (
        <CaptionsSheet captions={props.captions} shown={shown} onClose={() => setOpen(false)} />
      ) : null}
    </>
  );
}
