/** Fewer never skip a track by vote. */
const LEAST_VOTES = 2;

/** How many votes skip what is on air: half of those who are here, as far as they can be told apart. */
export function votesNeeded({
  listeners,
  chatters,
}: {
  /** null: not known. */
  readonly listeners: number | null;
  readonly chatters: number;
}): number {
  // Who listens and who chats may be the same people: there are at least as many as the larger number.
  return Math.max(LEAST_VOTES, Math.ceil(Math.max(listeners ?? 0, chatters) / 2));
}
