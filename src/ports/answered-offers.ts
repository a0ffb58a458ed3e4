import type { Offer } from '../../machines/withdrawal/offers.ts';
import { text } from './storage.ts';

const stored = text('answeredOffers');

/** Offers that were answered on this device, so that none is made twice. */
export const answeredOffers = (): string[] => stored.read()?.split(' ') ?? [];

export const rememberAnswer = (offer: Offer) =>
  stored.write([...answeredOffers(), offer].join(' '));
