import { useLingui } from '@lingui/react';
import type { CSSProperties, ReactNode } from 'react';
import './amount.css';
import { digitOf, formatAmount, formatCount } from './numbers.ts';

interface AmountProps {
  /** money as on the wire: `"12.3400"` */
  value: string;
  /** writes a plus sign before the amount */
  gained?: boolean;
}

/** Money in the reader's language, with digits of equal width for columns. */
export function Amount({ value, gained = false }: AmountProps) {
  const { i18n } = useLingui();
  return (
    <span className="amount" translate="no">
      {formatAmount(value, i18n.locale, gained)}
    </span>
  );
}

interface RollingAmountProps {
  value: string;
  /** name of the amount where no text beside it has one; screen readers say it first */
  name?: ReactNode;
}

/** An amount whose digits roll to their new value. Screen readers get the plain text. */
export function RollingAmount({ value, name }: RollingAmountProps) {
  const { i18n } = useLingui();
  const text = formatAmount(value, i18n.locale, false);
  const characters = [...text];
  return (
    <span className="amount rolling">
      <span className="visually-hidden">
        {name} <span translate="no">{text}</span>
      </span>
      <span className="rolling-face" aria-hidden="true" dir="ltr" translate="no">
        {characters.map((character, index) => (
          <Place
            // biome-ignore lint/suspicious/noArrayIndexKey: counted from the end, a digit keeps its index
            key={characters.length - index}
            character={character}
            digit={digitOf(character, i18n.locale)}
            locale={i18n.locale}
          />
        ))}
      </span>
    </span>
  );
}

interface PlaceProps {
  character: string;
  digit: number;
  locale: string;
}

const DIGITS = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9];

function Place({ character, digit, locale }: PlaceProps) {
  if (digit < 0) return <span>{character}</span>;
  const style = { '--digit': digit } as CSSProperties;
  return (
    <span className="rolling-place">
      <span className="rolling-room">{character}</span>
      <span className="rolling-wheel" style={style}>
        {DIGITS.map((each) => (
          <span key={each}>{formatCount(each, locale)}</span>
        ))}
      </span>
    </span>
  );
}
