/** What of a track is at hand, in ms of its file. */
export interface PieceSpan {
  readonly trackId: string;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** A piece is worth playing if so much of it is left. */
const LEAST_LEFT_MS = 1000;
/** The end of a track is so near that no other piece is worth it. */
const NEAR_END_MS = 500;
/** How much is heard before the place that is in question. */
const BEFORE_PLACE_MS = 3000;
/** 40 s of stereo are 14 MB once they are decoded. */
const MAX_PIECES = 4;

/** Where to begin to hear what is in question. @param atMs null: the whole track */
export function startBefore(atMs: number | null): number {
  return Math.max(0, (atMs ?? 0) - BEFORE_PLACE_MS);
}

/** The place in a track, or its beginning when it is shorter. */
export function placeIn(durationMs: number, atMs: number): number {
  return hasMore(durationMs, atMs) ? Math.max(0, Math.round(atMs)) : 0;
}

export function hasMore(durationMs: number, atMs: number): boolean {
  return atMs < durationMs - NEAR_END_MS;
}

/** The piece in which that place of the track can be heard; undefined: none of them. */
export function findPiece<Piece extends PieceSpan>(
  pieces: readonly Piece[],
  { trackId, atMs }: { readonly trackId: string; readonly atMs: number },
): Piece | undefined {
  return pieces.find(
    (piece) =>
      piece.trackId === trackId && piece.fromMs <= atMs && atMs < piece.untilMs - LEAST_LEFT_MS,
  );
}

/** The pieces with another one, which came last; the oldest are let go. */
export function withPiece<Piece extends PieceSpan>(
  pieces: readonly Piece[],
  piece: Piece,
): readonly Piece[] {
  return [...pieces, piece].slice(-MAX_PIECES);
}
