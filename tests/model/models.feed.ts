import { feedMachine } from '../../machines/feed/feed.machine.ts';
import { openLimit } from './samples.ts';

/** A member's feed before its list is loaded. */
export const emptyFeed = {
  machine: feedMachine,
  neighbours: { earning: openLimit },
  input: {
    firstClip: null,
    firstSrc: null,
    isSoundOn: false,
    rendition: null,
    loading: 'ahead',
    idPrefix: 'n',
  },
};
