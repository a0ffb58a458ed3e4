import { useSelector } from '@xstate/react';
import { useState } from 'react';
import type { SnapshotFrom } from 'xstate';
import { checkIn, logout } from '../../../contract/calls.ts';
import type { authMachine } from '../../../machines/auth/auth.machine.ts';
import { useChild } from '../../app/system/use-child.ts';
import { Card } from '../../ui/card.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { maskText } from '../masked.ts';
import { DetailList } from '../workbench.tsx';
import { AccessBadge, CallHead } from './call-card.tsx';
import { type FormDescription, formsOf } from './call-fields.ts';
import { CallForm } from './call-form.tsx';

type Snapshot = SnapshotFrom<typeof authMachine>;
const selectSession = (state: Snapshot) => state.context;

/** Cards of the session's own calls; the auth machine, which holds the app's session, makes them. */
export function SessionCards() {
  const auth = useChild('auth');
  const { token } = useSelector(auth, selectSession);
  return token === null ? <EntranceCard /> : <MemberCard />;
}

/** Fields that are not in a form: the app itself adds a language and a country, and logs in without an invite code. */
const ADDED: Record<string, readonly string[]> = {
  login: ['language', 'country', 'invite_code'],
  register: ['language', 'country'],
};

const withoutAdded = (form: FormDescription): FormDescription => ({
  ...form,
  fields: form.fields.filter(({ name }) => !ADDED[String(form.fixed.tab)]?.includes(name)),
});

const entrances = formsOf(checkIn).map((form) => {
  const id = String(form.fixed.tab);
  return { id, title: id === 'login' ? 'Login' : 'Register', form: withoutAdded(form) };
});

function EntranceCard() {
  const [tab, setTab] = useState('login');
  const entrance = entrances.find(({ id }) => id === tab);
  if (!entrance) return null;
  const { id, title, form } = entrance;
  return (
    <Card title="Session" aside={<AccessBadge access={checkIn.access} />}>
      <CallHead name="checkIn" call={checkIn} />
      <p className="card-note">
        Goes through the app’s own session, which adds language and country.
      </p>
      <Tabs label="Session" tabs={entrances} current={tab} onSelect={setTab}>
        <CallForm key={id} name="checkIn" call={checkIn} form={form} title={title} submit={title} />
      </Tabs>
    </Card>
  );
}

function MemberCard() {
  const auth = useChild('auth');
  const { user, token } = useSelector(auth, selectSession);
  const [form] = formsOf(logout);
  return (
    <Card title="Session" aside={<AccessBadge access={logout.access} />}>
      <DetailList
        details={{
          User: user ? `${user.username} (ID ${user.id})` : 'not known yet',
          'E-mail': user?.email ?? 'not known yet',
          Balance: user?.balance ?? 'not known yet',
          Token: maskText(token ?? ''),
        }}
      />
      <CallHead name="logout" call={logout} />
      {form ? (
        <CallForm name="logout" call={logout} form={form} title="Log out" submit="Log out" />
      ) : null}
    </Card>
  );
}
