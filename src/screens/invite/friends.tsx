import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import {
  type Counts,
  type Friend,
  friendsBlueprint,
  type Level,
} from '../../app/actors/invite.actors.ts';
import type { ListMachine } from '../../app/actors/list.actors.ts';
import { PagedList } from '../../app/paged-list.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { InviteIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { LevelChoice } from './level-choice.tsx';
import { LevelMark } from './level-mark.tsx';

type Snapshot = SnapshotFrom<ListMachine<Friend, Counts>>;
const selectCounts = (state: Snapshot) => state.context.summary;
const hasFailed = (state: Snapshot) => state.matches('failed');

/** Everybody who came, of all levels or of one. */
export function Friends() {
  const { t } = useLingui();
  const { effects } = useSystem();
  const [level, setLevel] = useState<Level>(null);
  const everybody = useScreenActor(friendsBlueprint(effects, null));
  const friends = useScreenActor(friendsBlueprint(effects, level));
  // every list brings the counts of all levels
  const ofAll = useSelector(everybody, selectCounts);
  const ofShown = useSelector(friends, selectCounts);
  const isShownLost = useSelector(friends, hasFailed);
  return (
    <Card title={t`Invite records`}>
      <LevelChoice
        counts={ofShown ?? ofAll}
        isLost={isShownLost}
        level={level}
        onChoose={setLevel}
      />
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
