import { Link } from 'wouter';
import { valueText } from '../charts/words.ts';
import type { WatchedActor } from './actor-watch.ts';

/** Element id of an actor's row. */
export const idOf = (path: string) => `actor-${path}`;

/** Whether the filter matches an actor or one of its descendants. */
const matchesFilter = (actor: WatchedActor, filter: string): boolean =>
  actor.path.toLowerCase().includes(filter) ||
  actor.children.some((each) => matchesFilter(each, filter));

interface BranchProps {
  actors: readonly WatchedActor[];
  filter: string;
  chosen: string | null;
  addressOf: (path: string) => string;
}

interface ActorTreeProps extends Omit<BranchProps, 'actors'> {
  root: WatchedActor;
}

/** An actor with its children; machines can be opened. */
export function ActorTree({ root, ...rest }: ActorTreeProps) {
  return (
    <ul className="actors">
      <li>
        <Row actor={root} {...rest} />
        <Branch actors={root.children} {...rest} />
      </li>
    </ul>
  );
}

function Branch({ actors, filter, ...rest }: BranchProps) {
  const matching = actors.filter((actor) => matchesFilter(actor, filter));
  if (matching.length === 0) return <p className="card-note">No actor is called that.</p>;
  return (
    <ul className="actors">
      {matching.map((actor) => (
        <li key={actor.path}>
          <Row actor={actor} {...rest} />
          {actor.children.length > 0 ? (
            <Branch
              actors={actor.children}
              // a matching actor is shown with all its children
              filter={actor.path.toLowerCase().includes(filter) ? '' : filter}
              {...rest}
            />
          ) : null}
        </li>
      ))}
    </ul>
  );
}

interface RowProps extends Pick<BranchProps, 'chosen' | 'addressOf'> {
  actor: WatchedActor;
}

function Row({ actor: { path, snapshot, status }, chosen, addressOf }: RowProps) {
  const name = path.slice(path.lastIndexOf('/') + 1);
  if (!snapshot) {
    return (
      <span className="actor actor-plain">
        <span className="actor-name">{name}</span>
        <span className="actor-state">{status}</span>
      </span>
    );
  }
  return (
    <Link
      id={idOf(path)}
      className="actor"
      href={addressOf(path)}
      aria-current={path === chosen ? 'true' : undefined}
    >
      <span className="actor-name">{name}</span>
      <span className="actor-state">
        {status === 'active' ? valueText(snapshot.value) : status}
      </span>
    </Link>
  );
}
