import { languages, resolveLocale } from '../../contract/languages.ts';
import type { LinkMailKind } from '../domain/mail-queue.ts';
import { linkOf as resetLinkOf } from '../domain/reset-links.ts';
import { textOf } from '../push/texts.ts';
import { escaped } from '../words/escaped.ts';
import { isolated, withoutAutolinks } from '../words/isolated.ts';
import { say, spokenLanguages } from '../words/words.ts';

export interface MailText {
  readonly subject: string;
  readonly text: string;
  readonly html: string;
}

interface Reader {
  readonly username: string;
  readonly language: string | null;
}

/** The URL of a link. @param publicUrl origin of the app, no slash at the end */
export const linkOf = (kind: LinkMailKind, publicUrl: string, code: string) =>
  kind === 'confirm' || kind === 'undo'
    ? `${publicUrl}/reset#${kind}=${code}`
    : resetLinkOf(publicUrl, code);

/** Texts of each mail: its button, its subject, and its note on the link. */
const WORDS = {
  reset: { button: 'title.reset', subject: 'title.reset', note: 'mail.reset.note' },
  password: { button: 'title.reset', subject: 'mail.password.subject', note: 'mail.changed.note' },
  passkey: { button: 'title.reset', subject: 'mail.passkey.subject', note: 'mail.changed.note' },
  passkey_removed: {
    button: 'title.reset',
    subject: 'mail.passkey_removed.subject',
    note: 'mail.changed.note',
  },
  payout: { button: 'title.reset', subject: 'mail.payout.subject', note: 'mail.changed.note' },
  confirm: {
    button: 'mail.confirm.button',
    subject: 'mail.confirm.button',
    note: 'mail.confirm.note',
  },
  undo: { button: 'mail.undo.button', subject: 'mail.undo.subject', note: 'mail.undo.note' },
} as const;

/** Writes a mail with a link, in its reader's language. */
export function mailOf(
  kind: LinkMailKind,
  { username, language }: Reader,
  product: string,
  link: string,
): MailText {
  const lang = resolveLocale({ saved: language, preferred: [] }, spokenLanguages);
  const button = say(lang, WORDS[kind].button);
  const names = { name: withoutAutolinks(username), product: isolated(product) };
  const request = say(lang, `mail.${kind}.text`, names);
  const note = say(lang, WORDS[kind].note);
  return {
    subject: `${product}: ${say(lang, WORDS[kind].subject)}`,
    text: `${request}\n\n${link}\n\n${note}\n`,
    html: pageOf(lang, button, [
      escaped(request),
      `<a href="${escaped(link)}">${escaped(button)}</a>`,
      escaped(note),
    ]),
  };
}

const pageOf = (lang: string, title: string, paragraphs: readonly string[]) =>
  [
    `<!doctype html><html lang="${lang}" dir="${languages.find(({ tag }) => tag === lang)?.direction ?? 'ltr'}">`,
    `<meta charset="utf-8"><title>${escaped(title)}</title>`,
    '<body style="font: 16px/1.5 sans-serif; max-width: 34em; margin: 1.5em auto; padding: 0 1em">',
    ...paragraphs.map((each) => `<p>${each}</p>`),
    '</body></html>',
  ].join('\n');

/**
 * Writes the mail with the decision on an objection, in the same words as the push message; it has no link.
 * @param detail of that message
 */
export function decisionOf(detail: string, { language }: Reader, product: string): MailText {
  const { lang, title, body } = textOf('objection_decided', detail, language, null);
  return {
    subject: `${product}: ${title}`,
    text: `${body}\n`,
    html: pageOf(lang, title, [escaped(body)]),
  };
}
