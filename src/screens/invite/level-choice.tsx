import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { Counts, Level } from '../../app/actors/invite.actors.ts';
import { formatCount } from '../../ui/numbers.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useLevelName } from './level-mark.tsx';

interface LevelChoiceProps {
  /** null while they are not known */
  counts: Counts | null;
  /** nobody is asking for them */
  isLost: boolean;
  level: Level;
  onChoose: (level: Level) => void;
}

/** How many there are of each level; choosing one shows only those. */
export function LevelChoice({ counts, isLost, level, onChoose }: LevelChoiceProps) {
  const { t } = useLingui();
  const group = useId();
  const levelName = useLevelName();
  const choices = [
    { value: null, label: t`All`, count: counts && counts.level1 + counts.level2 + counts.level3 },
    { value: 1, label: levelName(1), count: counts?.level1 },
    { value: 2, label: levelName(2), count: counts?.level2 },
    { value: 3, label: levelName(3), count: counts?.level3 },
  ] as const;
  return (
    <fieldset className="level-choice" aria-busy={counts === null && !isLost}>
      <legend className="unseen">{t`Show friends of`}</legend>
      {choices.map(({ value, label, count }) => (
        <label key={label}>
          <input
            type="radio"
            name={group}
            checked={value === level}
            onChange={() => onChoose(value)}
          />
          <span className="level-count">
            <Count count={count ?? null} isLost={isLost} />
          </span>
          <span className="level-name">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function Count({ count, isLost }: { count: number | null; isLost: boolean }) {
  const { i18n } = useLingui();
  if (count !== null) return formatCount(count, i18n.locale);
  return isLost ? '–' : <Skeleton width="1em" height="1em" />;
}
