import type { Offer } from '../../machines/withdrawal/offers.ts';
import { text } from './storage.ts';

const stored = text('answeredOffers');

/** What was offered on this device once, and answered. */
export const answeredOffers = (): string[] => stored.read()?.split(' ') ?? [];

export const rememberAnswer = (offer: Offer) =>
  stored.write([...answeredOffers(), offer].join(' '));
