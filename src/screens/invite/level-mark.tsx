import { useLingui } from '@lingui/react/macro';

/** How far away a friend is, as a figure in a circle. */
export function LevelMark({ level }: { level: number }) {
  const { t } = useLingui();
  return (
    <span className={`level-mark level-mark-${level}`} role="img" aria-label={t`Level ${level}`}>
      {level}
    </span>
  );
}
