import { languages, resolveLocale } from '../../contract/languages.ts';
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

/** The mail that brings a link to a new password, in its reader's language. */
export function resetMail({ username, language }: Reader, product: string, link: string): MailText {
  const lang = resolveLocale({ saved: language, preferred: [] }, spokenLanguages);
  const button = say(lang, 'title.reset');
  const names = { name: unlinked(username), product: isolated(product) };
  const request = say(lang, 'mail.reset.text', names);
  const note = say(lang, 'mail.reset.note');
  const dir = languages.find(({ tag }) => tag === lang)?.direction ?? 'ltr';
  return {
    subject: `${product}: ${button}`,
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
