import type { Offer } from '../../machines/withdrawal/offers.ts';
import { text } from './storage.ts';

const stored = text('answeredOffers');

/** Returns the offers that were answered on this device, so that the app makes none of them twice. */
export const answeredOffers = (): string[] => stored.read()?.split(' ') ?? [];

export const rememberAnswer = (offer: Offer) =>
  stored.write([...answeredOffers(), offer].join(' '));
