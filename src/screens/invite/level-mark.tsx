import { useLingui } from '@lingui/react/macro';
import { formatCount } from '../../ui/numbers.ts';

export function useLevelName(): (number: number) => string {
  const { t, i18n } = useLingui();
  return (number) => {
    const level = formatCount(number, i18n.locale);
    return t({
      message: `Level ${level}`,
      comment: 'A friend’s level: {level} is 1, 2 or 3. Very narrow.',
    });
  };
}

/** A friend's level, as a number in a circle. */
export function LevelMark({ level }: { level: number }) {
  const { i18n } = useLingui();
  const levelName = useLevelName();
  return (
    <span
      className={`disc level-mark level-mark-${level}`}
      role="img"
      aria-label={levelName(level)}
    >
      {formatCount(level, i18n.locale)}
    </span>
  );
}
