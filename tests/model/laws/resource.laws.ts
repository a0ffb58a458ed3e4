import { type Laws, law } from './law.ts';
import { lookingLaws } from './looking.parts.ts';

export const resource: Laws = {
  laws: [
    ...lookingLaws('loadValue'),
    law(
      'what the server says is shown, and is no longer old',
      (run) => run.gets('loadValue'),
      (run) => run.is('fresh') && run.context.value === run.event.output && !run.context.isOutdated,
    ),
    law(
      'what is old is asked for anew, past every answer that somebody keeps',
      (run) => run.begins('loadValue').length > 0,
      (run) => run.given('loadValue').isAnew === run.context.isOutdated,
    ),
    law(
      'what is shown stays until there is something newer',
      (run) => run.past.length > 0 && !run.gets('loadValue'),
      (run) =>
        run.context.value === run.known.value &&
        (run.context.isOutdated || !run.on('data.outdated')),
    ),
  ],
};
