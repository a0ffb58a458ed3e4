import { useLingui } from '@lingui/react/macro';
import { useMailedLinks } from '../../app/components/use-mailed-links.ts';
import { hasPasskeys } from '../../ports/passkey-support.ts';
import { icon } from '../../ui/icon.tsx';
import { lazyComponent } from '../../ui/lazy-component.tsx';
import { PasskeyIcon } from '../../ui/passkey-icon.tsx';
import { DownloadIcon } from '../../ui/screen-icons.tsx';
import { SheetRow } from './sheet-row.tsx';

const DeletionSheet = lazyComponent(() => import('./deletion-sheet.tsx'));
const EmailSheet = lazyComponent(() => import('./email-sheet.tsx'));
const PasswordSheet = lazyComponent(() => import('./password-sheet.tsx'));
const MyDataSheet = lazyComponent(() => import('./my-data-sheet.tsx'));
const PasskeysSheet = lazyComponent(() => import('../../app/components/passkeys-sheet.tsx'));
const RecoverySheet = lazyComponent(() => import('../../app/components/recovery-sheet.tsx'));
const StatementSheet = lazyComponent(() => import('./statement-sheet.tsx'));
const SessionsSheet = lazyComponent(() => import('./sessions-sheet.tsx'));

const LockIcon = icon(
  <>
    <rect x="5.75" y="10.5" width="12.5" height="9.75" rx="2.5" />
    <path d="M8.25 10.5V8a3.75 3.75 0 0 1 7.5 0v2.5M12 14.5v1.75" />
  </>,
);
const MailIcon = icon(
  <>
    <rect x="3.25" y="5.75" width="17.5" height="12.5" rx="2.5" />
    <path d="m4.25 7.75 7.75 5.5 7.75-5.5" />
  </>,
);
const KeyIcon = icon(
  <path d="M14.75 13.25a4.5 4.5 0 1 0-4-4l-6.5 6.5v4h4v-2.5h2.5v-2.5zM16 8v.01" />,
);
const DevicesIcon = icon(
  <>
    <path d="M11.5 17.5H4.25a1.5 1.5 0 0 1-1.5-1.5V6.75a1.5 1.5 0 0 1 1.5-1.5h13a1.5 1.5 0 0 1 1.5 1.5" />
    <rect x="14.75" y="9.5" width="6.5" height="10.5" rx="1.5" />
  </>,
);
const StatementIcon = icon(
  <path d="M6 3.75h12v16.5l-2.4-1.5-2.4 1.5h-2.4l-2.4-1.5L6 20.25zM9.25 8.25h5.5M9.25 12h5.5" />,
);

const DeleteIcon = icon(
  <path d="M4.75 7h14.5M9.75 7V4.75h4.5V7M6.75 7l.75 12.25h9L17.25 7M10.25 10.5v5.25M13.75 10.5v5.25" />,
);

/** Rows of the account: log-in, e-mail, sessions, statement, data and deletion. */
export function AccountRows() {
  const { t } = useLingui();
  const mails = useMailedLinks();
  return (
    <>
      <SheetRow child="password" icon={<LockIcon />} label={t`Password`} sheet={PasswordSheet} />
      {mails ? (
        <SheetRow
          child="emailChange"
          icon={<MailIcon />}
          label={t`Change email`}
          sheet={EmailSheet}
        />
      ) : null}
      <OtherLoginMethods />
      <SheetRow
        child="sessions"
        icon={<DevicesIcon />}
        label={t({
          message: 'Where you are logged in',
          comment: 'Opens a list of the devices on which one is logged in; also its title.',
        })}
        sheet={SessionsSheet}
      />
      <SheetRow
        child="statement"
        icon={<StatementIcon />}
        label={t({
          message: 'Statement of earnings',
          comment:
            'Opens what the user earned and was paid in a year, by month; also its title. As banks call it.',
        })}
        sheet={StatementSheet}
      />
      <SheetRow
        child="myData"
        icon={<DownloadIcon />}
        label={t({
          message: 'Your data',
          comment: 'Opens where one’s data can be downloaded; also its title.',
        })}
        sheet={MyDataSheet}
      />
      <SheetRow
        child="deletion"
        icon={<DeleteIcon />}
        label={t({
          message: 'Delete account',
          comment: 'Row, title and button (verb): ends one’s account for good.',
        })}
        sheet={DeletionSheet}
      />
    </>
  );
}

/** Rows for the log-in by passkey, and for recovery codes, which replace a forgotten password. */
function OtherLoginMethods() {
  const { t } = useLingui();
  return (
    <>
      {hasPasskeys() ? (
        <SheetRow
          child="passkeys"
          icon={<PasskeyIcon />}
          label={t({
            message: 'Passkeys',
            comment:
              'Opens the list of passkeys; also its title. Passkey: as browsers and phones call it in your language.',
          })}
          sheet={PasskeysSheet}
        />
      ) : null}
      <SheetRow
        child="recovery"
        icon={<KeyIcon />}
        label={t({
          message: 'Recovery codes',
          comment: 'Opens where codes are made that let one choose a new password; also its title.',
        })}
        sheet={RecoverySheet}
      />
    </>
  );
}
