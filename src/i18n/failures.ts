import type { MessageDescriptor } from '@lingui/core';
import { msg } from '@lingui/core/macro';
import type { CallFailure } from '../../contract/failure.ts';

type PlainFailure = Exclude<CallFailure, { kind: 'refused' }>;

/** Texts of failed calls, except refusals; part of the first load. */
export const plainFailureTexts: Record<PlainFailure['kind'], MessageDescriptor> = {
  offline: msg`Network error, please try again later.`,
  timeout: msg`This took too long. Please try again.`,
  aborted: msg({
    message: 'Cancelled.',
    comment: 'What became of a request: it was stopped before an answer came.',
  }),
  sessionEnded: msg`Your session has ended. Please log in again.`,
  faulted: msg`Something went wrong on our side. Please try again.`,
  malformed: msg`Something went wrong on our side. Please try again.`,
};

const TOO_MANY_REQUESTS = 429;

/** Whether `plainFailureTexts` has the text of a failure. */
export const isPlainFailure = (failure: CallFailure): failure is PlainFailure =>
  failure.kind !== 'refused' && !isTooMany(failure) && !('requestId' in failure);

export const isTooMany = (failure: CallFailure) =>
  failure.kind === 'faulted' && failure.status === TOO_MANY_REQUESTS;
