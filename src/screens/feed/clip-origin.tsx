import { useLingui } from '@lingui/react/macro';
import type { Clip } from '../../../machines/feed/slots.ts';

/** Author and licence of a clip with a link to the original, as licences require. */
export function ClipOrigin({ video }: { video: Clip['video'] | undefined }) {
  const { t } = useLingui();
  if (!video?.licence && !video?.source_address) return null;
  const { author, licence, source_address: address } = video;
  return (
    <div>
      <h3 className="card-note">
        {t({ message: 'Author and licence', comment: 'Of a clip. A heading.' })}
      </h3>
      <p>
        <bdi>{author}</bdi>
        {licence ? (
          <>
            {' · '}
            <bdi>{licence}</bdi>
          </>
        ) : null}
      </p>
      {address ? (
        <a
          className="button button-small button-quiet"
          href={address}
          target="_blank"
          rel="noopener noreferrer"
        >
          {t({
            message: 'The original',
            comment: 'A link to where the author of a clip has published it.',
          })}
        </a>
      ) : null}
    </div>
  );
}
