import { Settings } from '../domain/settings.ts';
import type { OperatorContext } from './command.ts';

/** Warning for an answer whose person may have questions, if no contact is configured; else nothing. */
export async function contactWarning({ db }: OperatorContext): Promise<string> {
  const settings = new Settings({ db });
  await settings.refresh();
  return settings.get('support.contact') === ''
    ? '\n\nsupport.contact is not set: the person gets no address for questions'
    : '';
}
