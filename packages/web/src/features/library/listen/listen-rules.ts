/** A loaded stretch of a track, in ms of its file. */
export interface PieceSpan {
  readonly trackId: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A piece is worth playing if this much of it remains. */
const LEAST_LEFT_MS = 1000;
/** This close to the end of a track, another piece isn't worth fetching. */
const NEAR_END_MS = 500;
/** Lead-in before the position to check. */
const BEFORE_PLACE_MS = 3000;
/** 40 s of stereo take 14 MB decoded. */
const MAX_PIECES = 4;

/**
 * Where to start playing.
 * @param atMs the position to check; null: the whole track
 */
export function startBefore(atMs: number | null): number {
  return Math.max(0, (atMs ?? 0) - BEFORE_PLACE_MS);
}

/** The position, or 0 if it is at or past the track's end. */
export function placeIn(durationMs: number, atMs: number): number {
  return hasMore(durationMs, atMs) ? Math.max(0, Math.round(atMs)) : 0;
}

export function hasMore(durationMs: number, atMs: number): boolean {
  return atMs < durationMs - NEAR_END_MS;
}

/** A loaded piece that covers the position; undefined: none. */
export function findPiece<Piece extends PieceSpan>(
  pieces: readonly Piece[],
  { trackId, atMs }: { readonly trackId: string; readonly atMs: number },
): Piece | undefined {
  return pieces.find(
    (piece) =>
      piece.trackId === trackId && piece.fromMs <= atMs && atMs < piece.untilMs - LEAST_LEFT_MS,
  );
}

/** Adds the newest piece and drops the oldest. */
export function withPiece<Piece extends PieceSpan>(
  pieces: readonly Piece[],
  piece: Piece,
): readonly Piece[] {
  return [...pieces, piece].slice(-MAX_PIECES);
}
