/** Minimum votes to skip a track. */
const LEAST_VOTES = 2;

/** Votes needed to skip what is on air: half of the people present, as far as they can be told apart. */
export function votesNeeded({
  listeners,
  people,
}: {
  /** null: unknown. */
  readonly listeners: number | null;
  /** People in the web app or the channel, each counted once; see personKey. */
  readonly people: number;
}): number {
  // Listeners and people present may overlap, so count the larger number.
  return Math.max(LEAST_VOTES, Math.ceil(Math.max(listeners ?? 0, people) / 2));
}
