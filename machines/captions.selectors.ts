import type { SnapshotFrom } from 'xstate';
import type { Caption } from '../contract/shapes.ts';
import type { captionsMachine } from './captions.machine.ts';

/** Conditions for captions besides the user's choice. */
export interface CaptionsConditions {
  /** captions of the clip on the stage */
  captions: readonly Caption[];
  /** the app's language */
  language: string;
  isSoundOn: boolean;
}

const baseOf = (tag: string) => tag.replace(/-.*/, '');

/** Captions in a language, or else in another variant of it, as for Brazil and Portugal. */
const captionIn = (captions: readonly Caption[], wanted: string | null) =>
  wanted === null
    ? undefined
    : (captions.find(({ language }) => language === wanted) ??
      captions.find(({ language }) => baseOf(language) === baseOf(wanted)));

/** The captions that are shown with a clip; null: none. */
export const selectCaption =
  ({ captions, language, isSoundOn }: CaptionsConditions) =>
  (snapshot: SnapshotFrom<typeof captionsMachine>): Caption | null => {
    if (snapshot.matches('off') || (snapshot.matches('whileMuted') && isSoundOn)) return null;
    const { context } = snapshot;
    const own = captionIn(captions, context.language) ?? captionIn(captions, language);
    // captions that were switched on are shown in any language rather than not at all
    return own ?? (snapshot.matches('on') ? (captions[0] ?? null) : null);
  };
