import { useLingui } from '@lingui/react/macro';
import { type MouseEvent, useState } from 'react';
import { useSearch } from 'wouter';
import { inviteCodeIn } from '../../../contract/invite-code.ts';
import { useChild, useEffects } from '../../app/system/use-child.ts';
import { BrandMark } from '../../ui/brand.tsx';
import { ClipIcon, InviteIcon, PurseIcon } from '../../ui/icons.tsx';
import { focusIfLost } from '../../ui/lost-focus.ts';
import { openAndFocus } from '../../ui/open-and-focus.ts';
import { LoginForm, type Typed, textOf } from './login-form.tsx';
import './login.css';
import { RegisterForm } from './register-form.tsx';

/** Texts for the other side of the card; the field for user name or e-mail may contain an address. */
function typedIn(form: FormData): Typed {
  const username = textOf(form, 'username');
  if (!form.has('email')) return username.includes('@') ? { email: username } : { username };
  return { username, email: textOf(form, 'email'), inviteCode: textOf(form, 'invite_code') };
}

/** A card that turns: log-in in front, registration behind. */
export default function LoginScreen() {
  const effects = useEffects();
  const auth = useChild('auth');
  // null: not turned yet, so no animation
  const [turned, setTurned] = useState<'login' | 'register' | null>(null);
  const invite = inviteCodeIn(effects.storage.inviteCode.read() ?? '');
  const isNew = new URLSearchParams(useSearch()).get('tab') === 'register' || invite !== '';
  const side = turned ?? (isNew ? 'register' : 'login');
  const [typed, setTyped] = useState<Typed>({});
  const turn = ({ currentTarget }: MouseEvent<HTMLButtonElement>) =>
    openAndFocus(currentTarget.closest('.login-stage'), '.login-card', () => {
      setTyped({ ...typed, ...typedIn(new FormData(currentTarget.form ?? undefined)) });
      auth.send({ type: 'turn.pressed' });
      setTurned(side === 'login' ? 'register' : 'login');
    });
  return (
    <div className="screen-body login">
      <Welcome />
      <div className="login-stage">
        <div key={side} className={`card login-card login-card-${turned}`} tabIndex={-1}>
          {side === 'login' ? (
            <LoginForm onSwitch={turn} typed={typed} />
          ) : (
            <RegisterForm onSwitch={turn} typed={{ inviteCode: invite, ...typed }} />
          )}
        </div>
      </div>
    </div>
  );
}

function Welcome() {
  const { t } = useLingui();
  const highlights = [
    {
      Icon: ClipIcon,
      text: t({
        message: 'Clips that pay you',
        comment: 'Short selling point on the log-in page: you earn by watching clips.',
      }),
    },
    {
      Icon: InviteIcon,
      text: t({
        message: 'More with every friend',
        comment: 'Short selling point on the log-in page: every friend who joins brings more.',
      }),
    },
    { Icon: PurseIcon, text: t`Withdraw to your account` },
  ];
  return (
    <header className="login-welcome">
      <BrandMark size={56} />
      <h1 tabIndex={-1} ref={focusIfLost}>{t`Watch short videos. Get paid.`}</h1>
      <ul>
        {highlights.map(({ Icon, text }) => (
          <li key={text}>
            <Icon size={26} />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </header>
  );
}
