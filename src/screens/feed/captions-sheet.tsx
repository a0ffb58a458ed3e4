import { useLingui } from '@lingui/react/macro';
import type { Caption } from '../../../contract/shapes.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Sheet } from '../../ui/dialog.tsx';
import { Select } from '../../ui/field.tsx';

const OFF = '';

/** Name of a language in that language. */
const nameOf = (language: string) =>
  new Intl.DisplayNames(language, { type: 'language' }).of(language) ?? language;

interface CaptionsSheetProps {
  captions: readonly Caption[];
  shown: Caption | null;
  onClose: () => void;
}

/** Sheet to choose the language of the captions, or none. */
export function CaptionsSheet({ captions, shown, onClose }: CaptionsSheetProps) {
  const { t } = useLingui();
  const actor = useChild('captions');
  const choose = (language: string) =>
    actor.send(
      language === OFF
        ? { type: 'captions.switched', isOn: false }
        : { type: 'captions.picked', language },
    );
  return (
    <Sheet title={t`Captions`} onClose={onClose}>
      <Select
        label={t({
          message: 'Language of the captions',
          comment: 'Label of a list to choose from.',
        })}
        value={shown?.language ?? OFF}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
      >
        <option value={OFF}>
          {t({ message: 'No captions', comment: 'One of a list: captions are not shown.' })}
        </option>
        {captions.map(({ language }) => (
          <option key={language} value={language} lang={language}>
            {nameOf(language)}
          </option>
        ))}
      </Select>
      <Button wide look="quiet" onClick={onClose}>{t`Close`}</Button>
    </Sheet>
  );
}
