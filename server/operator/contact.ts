import { Settings } from '../domain/settings.ts';
import type { OperatorContext } from './command.ts';

/** Returns a warning if no contact for people's questions is configured; else an empty text. */
export async function contactWarning({ db }: OperatorContext): Promise<string> {
  const settings = new Settings({ db });
  await settings.refresh();
  return settings.get('support.contact') === ''
    ? '\n\nsupport.contact is not set: the person gets no address for questions'
    : '';
}
