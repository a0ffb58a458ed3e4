import { languages, resolveLocale } from '../../contract/languages.ts';
import type { MailKind } from '../domain/mail-queue.ts';
import { linkOf as resetLinkOf } from '../domain/reset-links.ts';
import { escaped } from '../words/escaped.ts';
import { isolated, unlinked } from '../words/isolated.ts';
import { say, spokenLanguages } from '../words/words.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

/** Whom a mail is to. */
interface Reader {
  readonly username: string;
  readonly language: string | null;
}

/** Where a link leads. @param publicUrl where people reach the app, no slash at the end */
export const linkOf = (kind: MailKind, publicUrl: string, code: string) =>
  kind === 'confirm' || kind === 'undo'
    ? `${publicUrl}/reset#${kind}=${code}`
    : resetLinkOf(publicUrl, code);

/** What a mail's link is called, what the mail is about, and what it says of the link. */
const WORDS = {
  reset: { button: 'title.reset', subject: 'title.reset', note: 'mail.reset.note' },
  passkey: { button: 'title.reset', subject: 'mail.passkey.subject', note: 'mail.passkey.note' },
  payout: { button: 'title.reset', subject: 'mail.payout.subject', note: 'mail.passkey.note' },
  confirm: {
    button: 'mail.confirm.button',
    subject: 'mail.confirm.button',
    note: 'mail.confirm.note',
  },
  undo: { button: 'mail.undo.button', subject: 'mail.undo.subject', note: 'mail.undo.note' },
} as const;

/** The mail that brings a link, in its reader's language. */
export function mailOf(
  kind: MailKind,
  { username, language }: Reader,
  product: string,
  link: string,
): MailText {
  const lang = resolveLocale({ saved: language, preferred: [] }, spokenLanguages);
  const button = say(lang, WORDS[kind].button);
  const names = { name: unlinked(username), product: isolated(product) };
  const request = say(lang, `mail.${kind}.text`, names);
  const note = say(lang, WORDS[kind].note);
  const dir = languages.find(({ tag }) => tag === lang)?.direction ?? 'ltr';
  return {
    subject: `${product}: ${say(lang, WORDS[kind].subject)}`,
    text: `${request}\n\n${link}\n\n${note}\n`,
    html: [
      `<!doctype html><html lang="${lang}" dir="${dir}">`,
      `<meta charset="utf-8"><title>${escaped(button)}</title>`,
      '<body style="font: 16px/1.5 sans-serif; max-width: 34em; margin: 1.5em auto; padding: 0 1em">',
      `<p>${escaped(request)}</p>`,
      `<p><a href="${escaped(link)}">${escaped(button)}</a></p>`,
      `<p>${escaped(note)}</p>`,
      '</body></html>',
    ].join('\n'),
  };
}
