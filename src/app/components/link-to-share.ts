import type { SnapshotFrom } from 'xstate';
import type { feedMachine } from '../../../machines/feed/feed.machine.ts';
import { selectIndex, selectVideoAt } from '../../../machines/feed/feed.selectors.ts';
import { clipLink, inviteLink } from '../../ports/share.ts';

/**
 * The link shared from a place: on the feed the clip on the stage; elsewhere, and while an
 * advertisement is on the stage, the invitation.
 * @param place the id of the sharing actor
 * @param feed undefined if the feed does not run
 * @param code the user's invite code; null: a visitor
 */
export function linkToShare(
  place: string,
  feed: SnapshotFrom<typeof feedMachine> | undefined,
  code: string | null,
): { title?: string; url: string; videoId?: number } {
  const clip = feed && place === 'share-feed' ? selectVideoAt(selectIndex(feed))(feed) : undefined;
  if (!clip) return { url: inviteLink(code) };
  return { title: clip.title, url: clipLink(clip.id, code), videoId: clip.id };
}
