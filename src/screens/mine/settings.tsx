import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { endonyms } from '../../../contract/endonyms.ts';
import { selectWantedLocale } from '../../../machines/locale.selectors.ts';
import { selectIsDark } from '../../../machines/theme.selectors.ts';
import { useChild } from '../../app/system/use-child.ts';
import { offeredLanguages } from '../../i18n/catalogues.ts';
import { Switch } from '../../ui/field.tsx';
import { pressPoint } from '../../ui/press-point.ts';
import { ChevronDownIcon, GlobeIcon, MoonIcon } from '../../ui/screen-icons.tsx';
import { DataRows } from './data-rows.tsx';

/** Settings of look, language and data usage. */
export function Settings() {
  const { t } = useLingui();
  const theme = useChild('theme');
  const isDark = useSelector(theme, selectIsDark);
  return (
    <>
      <LanguageRow />
      <Switch
        label={t({ message: 'Dark mode', comment: 'Label of a switch.' })}
        icon={<MoonIcon />}
        checked={isDark}
        onChange={(event) => theme.send({ type: 'dark.pressed', at: pressPoint(event) })}
      />
      <DataRows />
    </>
  );
}

function LanguageRow() {
  const { t } = useLingui();
  const locale = useChild('locale');
  const id = useId();
  const wanted = useSelector(locale, selectWantedLocale);
  return (
    <div className="row language">
      <GlobeIcon />
      <label htmlFor={id} className="row-main">
        {t({ message: 'Language', comment: 'Label of the choice of the app’s language.' })}
      </label>
      <select
        id={id}
        value={wanted}
        onChange={(event) =>
          locale.send({ type: 'language.chosen', locale: event.currentTarget.value })
        }
      >
        {offeredLanguages.map(({ tag }) => (
          <option key={tag} value={tag} lang={tag}>
            {endonyms[tag]}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={20} />
    </div>
  );
}
