import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useId } from 'react';
import { useSystem } from '../../app/system-context.tsx';
import { offeredLanguages } from '../../i18n/catalogues.ts';
import { Switch } from '../../ui/field.tsx';
import { ChevronDownIcon, GlobeIcon, MoonIcon } from '../../ui/icons.tsx';
import { pressPoint } from '../../ui/press-point.ts';

/** How the app looks and which language it speaks. */
export function Settings() {
  const { t } = useLingui();
  const { theme } = useSystem();
  const isDark = useSelector(
    theme,
    (state) => state.matches('dark') || state.matches({ followingSystem: 'dark' }),
  );
  return (
    <>
      <LanguageRow />
      <Switch
        label={t`Dark mode`}
        icon={<MoonIcon />}
        checked={isDark}
        onChange={(event) => theme.send({ type: 'dark.pressed', at: pressPoint(event) })}
      />
    </>
  );
}

function LanguageRow() {
  const { t } = useLingui();
  const { locale } = useSystem();
  const id = useId();
  const wanted = useSelector(locale, ({ context }) => context.wanted);
  return (
    <div className="row language">
      <GlobeIcon />
      <label htmlFor={id} className="row-main">
        {t`Language`}
      </label>
      <select
        id={id}
        value={wanted}
        onChange={(event) =>
          locale.send({ type: 'language.chosen', locale: event.currentTarget.value })
        }
      >
        {offeredLanguages.map(({ tag, endonym }) => (
          <option key={tag} value={tag} lang={tag}>
            {endonym}
          </option>
        ))}
      </select>
      <ChevronDownIcon size={20} />
    </div>
  );
}
