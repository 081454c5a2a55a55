/** Fewer never skip a track by vote. */
const LEAST_VOTES = 2;

/** How many votes skip what is on air: half of those who are here, as far as they can be told apart. */
export function votesNeeded({
  listeners,
  people,
}: {
  /** null: not known. */
  readonly listeners: number | null;
  /** Who is in the web app or the channel, each once; see personKey. */
  readonly people: number;
}): number {
  // Listeners and people present may overlap, so count the larger number.
  return Math.max(LEAST_VOTES, Math.ceil(Math.max(listeners ?? 0, people) / 2));
}
