/** Two tracks that seem to be the same. */
export interface DuplicatePair {
  readonly trackId: string;
  readonly otherId: string;
  /** Share of their sound prints that agrees. */
  readonly agreement: number;
}

/** Tracks that seem to be the same. */
interface PairedTracks {
  readonly trackIds: readonly string[];
  /** Of the least similar pair. */
  readonly agreement: number;
}

/** Decides which of several copies is the best. */
export interface CopyQuality {
  readonly isMissing: boolean;
  readonly codec: string;
  readonly bitrateKbps: number | null;
  readonly addedAt: Date;
}

const lossless = ["flac", "alac", "ape", "wavpack", "tta", "mlp", "truehd"];

/** Groups connected by their pairs, in the order of each group's first pair. */
export function groupPairs(pairs: readonly DuplicatePair[]): readonly PairedTracks[] {
  const groups = new Map<string, { trackIds: string[]; agreement: number }>();
  for (const { trackId, otherId, agreement } of pairs) {
    const one = groups.get(trackId) ?? { trackIds: [trackId], agreement };
    const other = groups.get(otherId) ?? { trackIds: [otherId], agreement };
    one.agreement = Math.min(one.agreement, other.agreement, agreement);
    if (one !== other) one.trackIds.push(...other.trackIds);
    for (const id of one.trackIds) groups.set(id, one);
  }
  return [...new Set(groups.values())];
}

/** Sorts the copy to keep first: existing, lossless, with the higher bitrate, older. */
export function compareCopies(a: CopyQuality, b: CopyQuality): number {
  return (
    Number(a.isMissing) - Number(b.isMissing) ||
    Number(isLossless(b)) - Number(isLossless(a)) ||
    (b.bitrateKbps ?? 0) - (a.bitrateKbps ?? 0) ||
    a.addedAt.getTime() - b.addedAt.getTime()
  );
}

function isLossless({ codec }: CopyQuality): boolean {
  return lossless.includes(codec) || codec.startsWith("pcm_");
}
