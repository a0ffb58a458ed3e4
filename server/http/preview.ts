import { findInviteCode, INVITE_FIELD } from '../../contract/invite-code.ts';
import { formattingTag } from '../../contract/languages.ts';
import { plainText } from '../../contract/plain-text.ts';
import type { Invitation } from '../domain/landing.ts';
import { isolated } from '../words/isolated.ts';
import type { ServerWord } from '../words/source.ts';
import { sumIn } from '../words/sum.ts';
import { say } from '../words/words.ts';
import { escaped } from './escaped.ts';

/** What a document says of itself to search engines, and to messengers that show a link. */
export interface Head {
  readonly description: string;
  /** HTML: the title, and what stands beside it */
  readonly tags: string;
  /** whether all visitors of one language get it at this path */
  readonly isCommon: boolean;
}

interface Screen {
  /** null: the product's name alone */
  readonly title: ServerWord | null;
  /** whether search engines may list it: a visitor sees something there */
  readonly isListed: boolean;
}

const listed = (title: ServerWord): Screen => ({ title, isListed: true });
const unlisted = (title: ServerWord | null): Screen => ({ title, isListed: false });

const NEW_USER = '/newuser';
/** A link is shorter, whatever a messenger has added to it. */
const MAX_QUERY = 1_000;
const NOT_FOUND = unlisted('title.notFound');
const screens: Readonly<Record<string, Screen>> = {
  '/': listed('title.feed'),
  [NEW_USER]: listed('title.newUser'),
  '/login': listed('title.login'),
  '/install': listed('title.install'),
  '/notifications': unlisted('title.reminder'),
  '/invite': unlisted('title.invite'),
  '/withdraw': unlisted('title.withdraw'),
  '/mine': unlisted('title.mine'),
  '/tasks': unlisted('title.tasks'),
  '/Demo': unlisted(null),
  '/Demo/demo': unlisted(null),
  '/Demo/tools': unlisted(null),
  '/Demo/machines': unlisted(null),
};

/** A place under its one name: `/mine/index` and `/mine/` are `/mine`. */
const placeOf = (path: string): string =>
  path.replace(/\/(index(\.html)?)?$/, '').replace(/^$/, '/');

/**
 * @param path of the request, without its query
 * @param query of the request, without its `?`
 * @returns the invite code that the page is opened with; null when it is no invitation
 */
export const invitationCodeIn = (path: string, query: string): string | null =>
  placeOf(path) === NEW_USER && query.includes(INVITE_FIELD)
    ? findInviteCode(query.slice(0, MAX_QUERY))
    : null;

const meta = (kind: 'name' | 'property', key: string, content: string) =>
  `<meta ${kind}="${key}" content="${escaped(content)}">`;

export interface PreviewOf {
  readonly language: string;
  /** without a query */
  readonly path: string;
  readonly product: string;
  /** origin, without a slash at the end */
  readonly publicUrl: string;
  /** null: none, or one that is not known */
  readonly invitation: (Invitation & { readonly code: string }) | null;
}

/** The operator may leave the product without a name. */
const titleOf = (...parts: string[]) => parts.filter((part) => part !== '').join(' | ');

/** @returns title and description of the page as a person reads them */
function wordsOf({ language, invitation, product }: PreviewOf, { title }: Screen) {
  if (!invitation) {
    const page = title === null ? '' : say(language, title);
    return { title: titleOf(page, product), description: say(language, 'page.description') };
  }
  const { username, slogan, total } = invitation;
  const sum = `+${sumIn(total, formattingTag(language, null))}`;
  return {
    title: titleOf(
      say(language, 'invitation.title', { name: isolated(plainText(username)) }),
      product,
    ),
    description: `${plainText(slogan)} · ${say(language, 'invitation.sum')}: ${sum}`,
  };
}

/**
 * The head of the document at a path, as Open Graph has it (https://ogp.me). It says nothing that a
 * visitor may not know.
 */
export function headOf(of: PreviewOf): Head {
  const { path, product, publicUrl, invitation } = of;
  const known = placeOf(path);
  const screen = screens[known] ?? NOT_FOUND;
  // what nobody has made leads home: documents are cached by their head, and paths have no end
  const place = screen === NOT_FOUND ? '/' : known;
  const { title, description } = wordsOf(of, screen);
  const address = `${publicUrl}${place}`;
  // whoever follows the link of a preview must bring the code along
  const link = invitation ? `${address}?${INVITE_FIELD}=${invitation.code}` : address;
  const tags = [
    `<title>${escaped(title)}</title>`,
    screen.isListed
      ? `<link rel="canonical" href="${escaped(address)}">`
      : meta('name', 'robots', 'noindex'),
    meta('property', 'og:site_name', product),
    meta('property', 'og:type', 'website'),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', link),
    meta('property', 'og:image', `${publicUrl}/preview.png`),
    meta('property', 'og:image:width', '1200'),
    meta('property', 'og:image:height', '630'),
    meta('name', 'twitter:card', 'summary_large_image'),
  ];
  return { description, tags: tags.join(''), isCommon: invitation === null };
}
