import { useLingui } from '@lingui/react/macro';
import { useSelector } from '@xstate/react';
import { useEffect, useId } from 'react';
import type { AppConfig } from '../../../contract/app-config.ts';
import { agreedPages } from '../../../contract/operator-pages.ts';
import { selectFailure } from '../../../machines/auth/auth.selectors.ts';
import { OperatorPages, useConfig } from '../../app/components/operator-page.tsx';
import { useChild, useChildIfAny } from '../../app/system/use-child.ts';
import { refusalTexts } from '../../i18n/refusals.ts';

const agreedIn = ({ pages = [] }: AppConfig) =>
  pages.filter(({ page }) => agreedPages.some((each) => each === page));

/** The statement of a new member, as the server expects it; empty where the server asks for none. */
export function statementIn(config: AppConfig | null | undefined, form: FormData) {
  if (!config?.pages) return {};
  return {
    agreed: agreedIn(config)
      .map(({ page, version }) => `${page}:${version}`)
      .join(),
    age: form.has('age') ? (config.minimum_age ?? 0) : 0,
  };
}

/** Statement before the registration: age, and agreement to the operator's pages. */
export function Statement() {
  const { t, i18n } = useLingui();
  const config = useConfig();
  const failure = useSelector(useChild('auth'), selectFailure);
  const isMissing = failure?.kind === 'refused' && failure.reason === 'agreement_needed';
  const asked = useChildIfAny('config');
  const id = useId();
  useEffect(() => {
    // the operator may have published a newer version of the pages
    if (isMissing) asked?.send({ type: 'data.outdated' });
  }, [isMissing, asked]);
  // 0 and no pages: an older server, or the configuration is not loaded
  const age = config?.minimum_age ?? 0;
  const pages = config ? agreedIn(config).map(({ page }) => page) : [];
  return (
    <>
      {age > 0 ? (
        <label className="checkbox">
          <input
            type="checkbox"
            name="age"
            required
            aria-invalid={isMissing || undefined}
            aria-describedby={isMissing ? id : undefined}
          />
          <span>{t`I am at least ${age} years old`}</span>
        </label>
      ) : null}
      {pages.length > 0 ? (
        <div className="statement">
          <p>
            {t({
              message: 'By registering you agree to:',
              comment: 'Above the links “Terms of use” and “Privacy policy”.',
            })}
          </p>
          <OperatorPages pages={pages} />
        </div>
      ) : null}
      <p className="message login-error" role="alert" id={id}>
        {isMissing ? i18n._(refusalTexts.agreement_needed) : null}
      </p>
    </>
  );
}
