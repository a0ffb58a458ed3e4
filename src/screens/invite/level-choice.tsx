import { useLingui } from '@lingui/react/macro';
import { useId } from 'react';
import type { FriendCounts, FriendLevel } from '../../../machines/friends.machine.ts';
import { formatCount } from '../../ui/numbers.ts';
import { Skeleton } from '../../ui/states.tsx';
import { useLevelName } from './level-mark.tsx';

interface LevelChoiceProps {
  /** null while unknown */
  counts: FriendCounts | null;
  /** whether the counts could not be loaded */
  isLost: boolean;
  level: FriendLevel;
  onChoose: (level: FriendLevel) => void;
}

/** Numbers of friends, in all and per level; the list shows only the friends of the chosen level. */
export function LevelChoice({ counts, isLost, level, onChoose }: LevelChoiceProps) {
  const { t } = useLingui();
  const group = useId();
  const levelName = useLevelName();
  const choices = [
    {
      value: 'all',
      label: t({
        message: 'All',
        comment: 'A choice in a row: friends of all levels. Very narrow.',
      }),
      count: counts && counts.level1 + counts.level2 + counts.level3,
    },
    { value: 'level1', label: levelName(1), count: counts?.level1 },
    { value: 'level2', label: levelName(2), count: counts?.level2 },
    { value: 'level3', label: levelName(3), count: counts?.level3 },
  ] as const;
  return (
    <fieldset className="level-choice" aria-busy={counts === null && !isLost}>
      <legend className="visually-hidden">
        {t({
          message: 'Show friends of',
          comment:
            'Name of a group of choices for screen readers; the choices are “All”, “Level 1”, “Level 2”, “Level 3”. May be phrased as “Friends shown”.',
        })}
      </legend>
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
