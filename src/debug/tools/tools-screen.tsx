import { useSelector } from '@xstate/react';
import type { DeviceInfo } from '../../../machines/app/resources.ts';
import { selectIsRunning } from '../../../machines/maintenance.selectors.ts';
import { ResourceView } from '../../app/components/resource-view.tsx';
import { useChild } from '../../app/system/use-child.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyIcon } from '../../ui/screen-icons.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { DetailList, Workbench } from '../workbench.tsx';
import { CachesCard, StorageCard, UnreadableCard } from './device-cards.tsx';
import {
  type MaintenanceActor,
  MaintenanceDialog,
  MaintenanceNote,
} from './maintenance-dialog.tsx';
import './tools.css';
import { type Details, useAppDetails, useStateDetails } from './use-details.ts';

/** State and stored data of the app on this device, and buttons to reset them. */
export default function ToolsScreen() {
  const action = useChild('maintenance');
  return (
    <Workbench title="Tools" path="/Demo/tools">
      <MaintenanceNote action={action} />
      <ResourceView resource={useChild('device')} waiting={<Skeleton height="24rem" />}>
        {(device) => <Tools device={device} action={action} />}
      </ResourceView>
      <MaintenanceDialog action={action} />
    </Workbench>
  );
}

interface ToolsProps {
  device: DeviceInfo;
  action: MaintenanceActor;
}

function Tools({ device, action }: ToolsProps) {
  const app = useAppDetails();
  const state = useStateDetails(device);
  return (
    <div className="workbench-cards">
      <Card title="App">
        <DetailList details={app} />
      </Card>
      <Card title="State">
        <DetailList details={state} />
      </Card>
      <StorageCard stored={device.stored} action={action} />
      <UnreadableCard claims={device.claims} />
      <CachesCard device={device} action={action} />
      <ReportCard action={action} report={{ app, state, device }} />
      <LinksCard />
    </div>
  );
}

interface ReportProps {
  action: MaintenanceActor;
  report: { app: Details; state: Details; device: DeviceInfo };
}

/** Report text, with keys and sizes only: a value may be a secret. */
const reportText = ({ app, state, device }: ReportProps['report']) =>
  JSON.stringify(
    {
      app,
      state,
      stored: device.stored.map(({ key, value }) => ({ key, characters: value.length })),
      caches: device.caches,
    },
    null,
    2,
  );

function ReportCard({ action, report }: ReportProps) {
  const isRunning = useSelector(action, selectIsRunning);
  const copy = () =>
    action.send({
      type: 'action.pressed',
      action: { kind: 'copyReport', text: reportText(report) },
    });
  return (
    <Card title="Report">
      <p className="card-note">
        All of this page as text, without any token or stored value, to send to an engineer.
      </p>
      <Button look="tonal" icon={<CopyIcon />} busy={isRunning} onClick={copy}>
        Copy the report
      </Button>
    </Card>
  );
}

const LINKS = [
  { href: '/docs', title: 'API documentation' },
  { href: '/openapi.json', title: 'OpenAPI document' },
  { href: '/healthz', title: 'Is the server alive?' },
  { href: '/readyz', title: 'Does its database answer?' },
];

function LinksCard() {
  return (
    <Card title="The server">
      <ul className="rows">
        {LINKS.map(({ href, title }) => (
          <li key={href}>
            <a className="row" href={href}>
              <span className="row-main">{title}</span>
              <span className="workbench-mono">{href}</span>
            </a>
          </li>
        ))}
      </ul>
    </Card>
  );
}
