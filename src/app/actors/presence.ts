import { fromCallback } from 'xstate';
import { watchPageVisibility } from '../../ports/visibility.ts';
import { watchPath } from '../path.ts';

/** Reports whether a screen is looked at: its path is open, and so is the tab. */
export const watchPresence = (ownPath: string) =>
  fromCallback(({ sendBack }) => {
    let isVisible = true;
    let isHere = true;
    const tell = () => sendBack({ type: 'presence.changed', isPresent: isVisible && isHere });
    const leavePage = watchPageVisibility((visible) => {
      isVisible = visible;
      tell();
    });
    const leavePath = watchPath((path) => {
      isHere = path === ownPath;
      tell();
    });
    return () => {
      leavePage();
      leavePath();
    };
  });
