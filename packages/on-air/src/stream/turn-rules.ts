/** Up to this many listeners of a mount, each gets a block as soon as it is there. */
const MAX_WITHOUT_TURNS = 500;
/** In a crowd each gets this many blocks at once. */
export const BLOCKS_PER_TURN = 3;

/**
 * Whether a listener gets what there is when block `sequence` has come. To write costs the processor nearly the same for
 * one block as for three, and is nearly all that a listener costs. So in a crowd each waits for two blocks more: 0.6 s
 * of MP3, of the 4 s that a player got to begin with.
 * @param turn a number of the listener's own, counted up; null: it waits for nothing
 */
export function isTurnOf(
  turn: number | null,
  { sequence, listeners }: { readonly sequence: number; readonly listeners: number },
): boolean {
  return (
    turn === null || listeners <= MAX_WITHOUT_TURNS || (sequence + turn) % BLOCKS_PER_TURN === 0
  );
}
