import { Plural, Trans, useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { compareMoney } from '../../../contract/money.ts';
import type { Friend, FriendCounts, FriendLevel } from '../../../machines/friends.machine.ts';
import { selectFriendList, selectLevel } from '../../../machines/friends.selectors.ts';
import { type Listed, selectListState, selectSummary } from '../../../machines/list.selectors.ts';
import { PagedList } from '../../app/components/paged-list.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Amount } from '../../ui/amount.tsx';
import { Card } from '../../ui/card.tsx';
import { InviteIcon } from '../../ui/icons.tsx';
import { EmptyState } from '../../ui/states.tsx';
import { LevelChoice } from './level-choice.tsx';
import { LevelMark } from './level-mark.tsx';

/** Whether a friend has a pending reward: older servers send none, and for most friends there is none. */
const isSome = (amount: string | undefined): amount is string =>
  amount !== undefined && compareMoney(amount, '0') > 0;

type FriendsListed = Listed<Friend, FriendCounts> | undefined;
const selectCounts = (list: FriendsListed) => (list ? selectSummary(list) : null);
const hasFailed = (list: FriendsListed) =>
  list !== undefined && ['failed', 'offline'].includes(selectListState(list));

/** All friends, of all levels or of one. */
export function Friends() {
  const { t } = useLingui();
  const friends = useChild('friends');
  const level = useSelector(friends, selectLevel);
  const everybody = useSelector(friends, selectFriendList('all'));
  const list = useSelector(friends, selectFriendList(level));
  // every list includes the counts of all levels
  const ofAll = useSelector(everybody, selectCounts);
  const ofShown = useSelector(list, selectCounts);
  const isShownLost = useSelector(list, hasFailed);
  return (
    <Card
      title={t({ message: 'Invite records', comment: 'Title of the list of friends who joined.' })}
    >
      <LevelChoice
        counts={ofShown ?? ofAll}
        isLost={isShownLost}
        level={level}
        onChoose={(chosen) => friends.send({ type: 'level.chosen', level: chosen })}
      />
      {list ? (
        <PagedList
          key={level}
          list={list}
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
      ) : null}
    </Card>
  );
}

function NoFriends({ level }: { level: FriendLevel }) {
  const { t } = useLingui();
  return (
    <EmptyState
      icon={<InviteIcon />}
      title={
        level === 'all'
          ? t`No friends here yet`
          : t({ message: 'Nobody on this level yet', comment: 'Level: of friends (1, 2 or 3).' })
      }
    >
      {level === 'all' || level === 'level1'
        ? t`Send your link to a friend, or let them scan the code above. Whoever joins with it appears here.`
        : t`Ask your friends to invite theirs: whoever joins with their link appears here.`}
    </EmptyState>
  );
}

function Row({ username, level, reward, on_its_way, videos_missing = 0, created_at }: Friend) {
  const { i18n } = useLingui();
  return (
    <li className="row">
      <LevelMark level={level} />
      <span className="row-main">
        <span>
          <bdi className="ellipsis" translate="no">
            {username}
          </bdi>
        </span>
        <time className="row-note" dateTime={created_at}>
          {i18n.date(created_at, { dateStyle: 'medium' })}
        </time>
        {isSome(on_its_way) ? <OnItsWay amount={on_its_way} missing={videos_missing} /> : null}
      </span>
      <strong className="level-reward">
        <Amount value={reward} gained />
      </strong>
    </li>
  );
}

/** The pending reward for a friend, and the number of paid clips that the friend still has to watch for it. */
function OnItsWay({ amount, missing }: { amount: string; missing: number }) {
  return (
    <span className="row-note">
      <Trans comment="A friend’s reward that is earned but not yet released. <0/>: the sum.">
        On its way: <Amount value={amount} gained />
      </Trans>
      {missing > 0 ? (
        <>
          {' · '}
          <Plural
            comment="How many paid clips the friend still has to watch before the reward is released. Narrow."
            value={missing}
            one="# paid clip to watch"
            other="# paid clips to watch"
          />
        </>
      ) : null}
    </span>
  );
}
