import { useSelector } from '@xstate/react';
import {
  type DeviceFacts,
  deviceBlueprint,
  errandBlueprint,
} from '../../app/actors/tools.actors.ts';
import { Known } from '../../app/known.tsx';
import { useScreenActor, useSystem } from '../../app/system-context.tsx';
import { FactList, Workbench } from '../../app/workbench.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { CopyIcon } from '../../ui/icons.tsx';
import { Skeleton } from '../../ui/states.tsx';
import { CachesCard, StorageCard } from './device-cards.tsx';
import { type ErrandActor, ErrandDialog, ErrandNote } from './errand-dialog.tsx';
import './tools.css';
import { type Facts, useAppFacts, useStateFacts } from './use-facts.ts';

/** What this device is, keeps and does for the app, and ways to start afresh. */
export default function ToolsScreen() {
  const { effects } = useSystem();
  const device = useScreenActor(deviceBlueprint(effects));
  const errand = useScreenActor(errandBlueprint);
  return (
    <Workbench title="Tools" path="/Demo/tools">
      <ErrandNote errand={errand} />
      <Known fact={device} waiting={<Skeleton height="24rem" />}>
        {(facts) => <Tools device={facts} errand={errand} />}
      </Known>
      <ErrandDialog errand={errand} />
    </Workbench>
  );
}

interface ToolsProps {
  device: DeviceFacts;
  errand: ErrandActor;
}

function Tools({ device, errand }: ToolsProps) {
  const app = useAppFacts();
  const state = useStateFacts(device);
  return (
    <div className="workbench-cards">
      <Card title="App">
        <FactList facts={app} />
      </Card>
      <Card title="State">
        <FactList facts={state} />
      </Card>
      <StorageCard stored={device.stored} errand={errand} />
      <CachesCard device={device} errand={errand} />
      <ReportCard errand={errand} report={{ app, state, device }} />
      <LinksCard />
    </div>
  );
}

interface ReportProps {
  errand: ErrandActor;
  report: { app: Facts; state: Facts; device: DeviceFacts };
}

/** Keys and sizes only: a value may be a secret. */
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

function ReportCard({ errand, report }: ReportProps) {
  const isBusy = useSelector(errand, (snapshot) => snapshot.hasTag('busy'));
  const copy = () =>
    errand.send({
      type: 'errand.pressed',
      errand: { kind: 'copyReport', text: reportText(report) },
    });
  return (
    <Card title="Report">
      <p className="card-note">
        All of this page as text, without any token or stored value, to send to an engineer.
      </p>
      <Button look="tonal" icon={<CopyIcon size={20} />} busy={isBusy} onClick={copy}>
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
