import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useId, useState } from 'react';
import {
  type Counts,
  type Friend,
  friendsBlueprint,
  type Level,
} from '../../app/actors/invite.actors.ts';
import { PagedList } from '../../app/paged-list.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { InviteIcon } from '../../ui/icons.tsx';
import { formatCount } from '../../ui/numbers.ts';
import { EmptyState, Skeleton } from '../../ui/states.tsx';
import { LevelMark } from './level-mark.tsx';

/** Everybody who came, of all levels or of one. */
export function Friends() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const [level, setLevel] = useState<Level>(null);
  const everybody = useScreenActor(friendsBlueprint(effects, null));
  const friends = useScreenActor(friendsBlueprint(effects, level));
  const counts = useSelector(everybody, ({ context }) => context.summary);
  return (
    <Card title={t`Invite records`}>
      <LevelChoice counts={counts} level={level} onChoose={setLevel} />
      <PagedList
        key={level}
        list={friends}
        isEndless
        failed={t`Your invitations could not be loaded.`}
        empty={<NoFriends level={level} />}
      >
        {(items) => (
          <ul className="rows">
            {items.map((friend, index) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: masked names and times may coincide
              <Row key={index} {...friend} />
            ))}
          </ul>
        )}
      </PagedList>
    </Card>
  );
}

interface LevelChoiceProps {
  /** null while they are not known yet */
  counts: Counts | null;
  level: Level;
  onChoose: (level: Level) => void;
}

/** How many there are of each level; choosing one shows only those. */
function LevelChoice({ counts, level, onChoose }: LevelChoiceProps) {
  const { t, i18n } = useLingui();
  const group = useId();
  const choices = [
    { value: null, label: t`All`, count: counts && counts.level1 + counts.level2 + counts.level3 },
    { value: 1, label: t`Level 1`, count: counts?.level1 },
    { value: 2, label: t`Level 2`, count: counts?.level2 },
    { value: 3, label: t`Level 3`, count: counts?.level3 },
  ] as const;
  return (
    <fieldset className="level-choice" aria-busy={counts === null}>
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
            {typeof count === 'number' ? (
              formatCount(count, i18n.locale)
            ) : (
              <Skeleton width="1em" height="1em" />
            )}
          </span>
          <span className="level-name">{label}</span>
        </label>
      ))}
    </fieldset>
  );
}

function NoFriends({ level }: { level: Level }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<InviteIcon size={28} />}
      title={level === null ? t`No friends here yet` : t`Nobody on this level yet`}
    >
      {level === null || level === 1
        ? t`Send your link to a friend, or let them scan the code above. Whoever joins with it appears here.`
        : t`Ask your friends to invite theirs: whoever joins with their link appears here.`}
    </EmptyState>
  );
}

function Row({ username, level, reward, created_at }: Friend) {
  const { i18n } = useLingui();
  return (
    <li className="row">
      <LevelMark level={level} />
      <span className="row-main">
        <span>
          <bdi>{username}</bdi>
        </span>
        <time className="row-note" dateTime={created_at}>
          {i18n.date(created_at, { dateStyle: 'medium' })}
        </time>
      </span>
      <strong className="level-reward">
        <Amount value={reward} gained />
      </strong>
    </li>
  );
}
