import { useLocation, useSearch } from 'wouter';
import type { Call } from '../../../contract/call.ts';
import * as contract from '../../../contract/calls.ts';
import { Tabs } from '../../ui/tabs.tsx';
import { Workbench } from '../workbench.tsx';
import { SessionCards } from './account-card.tsx';
import { CallCard } from './call-card.tsx';
import { groupCalls } from './call-groups.ts';
import './demo.css';
import { InstallCard } from './install-card.tsx';

const groups = groupCalls(contract);
const PATH = '/Demo/demo';

/** Log-in, registration and log-out share one card. */
const isOfSession = ({ call }: { call: Call }) =>
  call === contract.checkIn || call === contract.logout;

/** Every call of the contract as a form with its answer. */
export default function DemoScreen() {
  const wanted = new URLSearchParams(useSearch()).get('group');
  const [, navigate] = useLocation();
  const group = groups.find(({ id }) => id === wanted) ?? groups[0];
  if (!group) return null;
  return (
    <Workbench title="Debug page" path={PATH}>
      <Tabs
        label="Groups of calls"
        tabs={groups}
        current={group.id}
        // the group is in the address, so that it survives a log-in or log-out
        onSelect={(id) => navigate(`${PATH}?group=${id}`, { replace: true })}
      >
        <div className="workbench-cards">
          {group.calls.some(isOfSession) ? (
            <>
              <SessionCards />
              <InstallCard />
            </>
          ) : null}
          {group.calls
            .filter((named) => !isOfSession(named))
            .map((named) => (
              <CallCard key={named.name} {...named} />
            ))}
        </div>
      </Tabs>
    </Workbench>
  );
}
