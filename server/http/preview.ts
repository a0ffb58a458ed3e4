import { linkedClipIn } from '../../contract/clip-link.ts';
import { findInviteCode, INVITE_FIELD } from '../../contract/invite-code.ts';
import { formattingTag } from '../../contract/languages.ts';
import { plainText } from '../../contract/plain-text.ts';
import type { FirstClip } from '../domain/first-clip.ts';
import type { Invitation } from '../domain/landing.ts';
import { textIn } from '../domain/texts.ts';
import { escaped } from '../words/escaped.ts';
import { isolated } from '../words/isolated.ts';
import type { ServerWord } from '../words/source.ts';
import { sumIn } from '../words/sum.ts';
import { say } from '../words/words.ts';
import { clipTags, pictureTags } from './clip-preview.ts';
import { meta } from './meta.ts';

/** Title, description and tags of a document for search engines and for link previews of messengers. */
export interface Head {
  readonly description: string;
  /** HTML of the title and the tags */
  readonly tags: string;
  /** whether the head is the same for all visitors of one language at this path */
  readonly isCommon: boolean;
}

interface Screen {
  /** null: the product's name alone */
  readonly title: ServerWord | null;
  /** whether search engines may list the screen, because visitors see content there */
  readonly isListed: boolean;
}

const listed = (title: ServerWord): Screen => ({ title, isListed: true });
const unlisted = (title: ServerWord | null): Screen => ({ title, isListed: false });

const HOME = '/';
const NEW_USER = '/newuser';
/** Maximum length of a parsed query; links are shorter, even with a messenger's additions. */
const MAX_QUERY = 1_000;
const NOT_FOUND = unlisted('title.notFound');
const screens: Readonly<Record<string, Screen>> = {
  [HOME]: listed('title.feed'),
  [NEW_USER]: listed('title.newUser'),
  '/login': listed('title.login'),
  '/reset': unlisted('title.account'),
  '/install': listed('title.install'),
  '/notifications': unlisted('title.reminder'),
  '/invite': unlisted('title.invite'),
  '/withdraw': unlisted('title.withdraw'),
  '/mine': unlisted('title.mine'),
  '/tasks': unlisted('title.tasks'),
};
const debugScreen = unlisted(null);
const debugScreens = ['/Demo', '/Demo/demo', '/Demo/tools', '/Demo/machines'];

const screenAt = (place: string, hasDebugPages: boolean): Screen =>
  hasDebugPages && debugScreens.includes(place) ? debugScreen : (screens[place] ?? NOT_FOUND);

/** The canonical path of a screen: `/mine/index` and `/mine/` become `/mine`. */
const placeOf = (path: string): string =>
  path.replace(/\/(index(\.html)?)?$/, '').replace(/^$/, HOME);

/** The parameters of a link: a clip, an invite code, or both. */
export interface Linked {
  readonly clipId: number | null;
  readonly code: string | null;
}

/**
 * @param path of the request, without its query
 * @param query of the request, without its `?`
 */
export function parseLink(path: string, query: string): Linked {
  const place = placeOf(path);
  const link = query.slice(0, MAX_QUERY);
  const linked = place === HOME ? linkedClipIn(`?${link}`) : undefined;
  const clipId = linked === undefined ? null : Number(linked);
  const invites = link.includes(INVITE_FIELD) && (place === NEW_USER || clipId !== null);
  return { clipId, code: invites ? findInviteCode(link) : null };
}

export interface PreviewOf {
  readonly language: string;
  /** without a query */
  readonly path: string;
  readonly product: string;
  /** whether the engineers' pages are shown */
  readonly hasDebugPages: boolean;
  /** origin, no slash at the end */
  readonly publicUrl: string;
  /** null: no code, an unknown one, or the clip of the link is not shown */
  readonly invitation: (Invitation & { readonly code: string }) | null;
  /** clip of a link to the feed; null: none, or it is not shown */
  readonly clip: FirstClip | null;
  /** whether the page's URL names its language */
  readonly isLinked: boolean;
  /** languages of the app */
  readonly languages: readonly string[];
}

/** The operator may leave the product without a name. */
const titleOf = (...parts: string[]) => parts.filter((part) => part !== '').join(' | ');

/** @returns title and description for people */
function wordsOf({ language, invitation, clip, product }: PreviewOf, { title }: Screen) {
  if (clip) {
    const { title: name, author } = clip.video;
    return {
      title: titleOf(isolated(name), product),
      description: `${isolated(author)} · ${say(language, 'page.description')}`,
    };
  }
  if (!invitation) {
    const page = title === null ? '' : say(language, title);
    return { title: titleOf(page, product), description: say(language, 'page.description') };
  }
  const { username, slogan, slogans, total } = invitation;
  const sum = `+${sumIn(total, formattingTag(language, null))}`;
  return {
    title: titleOf(say(language, 'invitation.title', { name: isolated(username) }), product),
    description: `${plainText(textIn(language, slogan, slogans))} · ${say(language, 'invitation.sum')}: ${sum}`,
  };
}

/**
 * Makes the head of the document at a path, with Open Graph tags (https://ogp.me). It contains only
 * public data.
 */
export function headOf(of: PreviewOf): Head {
  const { path, product, publicUrl, invitation, clip } = of;
  const known = placeOf(path);
  const screen = screenAt(known, of.hasDebugPages);
  // an unknown path leads home: documents are cached by their head, and the number of paths is unlimited
  const place = screen === NOT_FOUND ? HOME : known;
  const { title, description } = wordsOf(of, screen);
  const addressIn = (language: string | null) =>
    addressOf(publicUrl + place, { video: clip?.video.id ?? null, lang: language });
  const own = of.isLinked && screen.isListed ? of.language : null;
  // the preview's link must contain the code: people follow it
  const code = invitation ? invitation.code : null;
  const link = addressOf(addressIn(own), { [INVITE_FIELD]: code });
  const tags = [
    `<title>${escaped(title)}</title>`,
    ...(screen.isListed
      ? [`<link rel="canonical" href="${escaped(addressIn(own))}">`]
      : [meta('name', 'robots', 'noindex')]),
    meta('property', 'og:site_name', product),
    meta('property', 'og:title', title),
    meta('property', 'og:description', description),
    meta('property', 'og:url', link),
    ...(clip ? clipTags(clip, publicUrl) : productTags(publicUrl)),
    meta('name', 'twitter:card', 'summary_large_image'),
    ...(screen.isListed ? alternates(of.languages, addressIn) : []),
  ];
  return { description, tags: tags.join(''), isCommon: invitation === null && clip === null };
}

/** Links to the page in each language, and in the visitor's own. */
const alternates = (languages: readonly string[], addressIn: (language: string | null) => string) =>
  [null, ...languages].map(
    (tag) =>
      `<link rel="alternate" hreflang="${tag ?? 'x-default'}" href="${escaped(addressIn(tag))}">`,
  );

/** Makes a URL with the fields that have a value in its query. */
function addressOf(page: string, fields: Readonly<Record<string, string | number | null>>): string {
  const query = Object.entries(fields).flatMap(([name, value]) =>
    value === null ? [] : [`${name}=${value}`],
  );
  return [page, ...query].reduce(
    (address, field) => `${address}${address.includes('?') ? '&' : '?'}${field}`,
  );
}

const productTags = (publicUrl: string): string[] => [
  meta('property', 'og:type', 'website'),
  ...pictureTags(`${publicUrl}/preview.png`, true),
];
