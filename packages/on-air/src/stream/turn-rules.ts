/** Up to this many listeners of a mount, each gets a block as soon as it comes. */
const MAX_WITHOUT_TURNS = 500;
/** In a crowd each gets this many blocks at a time. */
export const BLOCKS_PER_TURN = 3;

/**
 * Whether a listener is served when block `sequence` has come. Writing is nearly all that a listener costs, and one
 * block costs almost as much CPU as three. So in a crowd each listener waits for two more blocks: 0.6 s of MP3, out of
 * the 4 s a player got at the start.
 * @param turn the listener's own running number; null: it never waits
 */
export function isTurnOf(
  turn: number | null,
  { sequence, listeners }: { readonly sequence: number; readonly listeners: number },
): boolean {
  return (
    turn === null || listeners <= MAX_WITHOUT_TURNS || (sequence + turn) % BLOCKS_PER_TURN === 0
  );
}
