import { feedMachine } from '../../machines/feed/feed.machine.ts';
import { openLimit } from './samples.ts';

/** A member's feed to which no list has come. */
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
