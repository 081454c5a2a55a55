import type { MisreadGroup } from "@neonrelay/contract";
import { findMisreadingsOfTrack, mendText, type Candidate } from "../charsets/charset-rules.ts";

/** A track whose texts look misread. */
export interface MisreadTrack {
  readonly trackId: string;
  readonly path: string;
  readonly durationMs: number;
  readonly texts: readonly string[];
}

/** Maximum tracks of one edit. */
const MAX_TRACKS = 1000;
const MAX_CANDIDATES = 4;
const MAX_SAMPLES = 3;

/** Groups misread tracks by folder, each with the plausible readings, best first. */
export function groupMisread(tracks: readonly MisreadTrack[]): readonly MisreadGroup[] {
  const folders = Map.groupBy(tracks, ({ path }) => path.slice(0, path.lastIndexOf("/")));
  return [...folders].map(([folder, all]) => {
    const group = all.slice(0, MAX_TRACKS);
    return {
      folder,
      trackIds: group.map(({ trackId }) => trackId),
      durationMs: group[0]?.durationMs ?? 0,
      candidates: candidatesOf(group),
    };
  });
}

function candidatesOf(group: readonly MisreadTrack[]): MisreadGroup["candidates"] {
  const scores = new Map<string, Candidate>();
  for (const { texts } of group)
    for (const { readAs, writtenIn, score } of findMisreadingsOfTrack(texts)) {
      const key = `${readAs} ${writtenIn}`;
      const sum = (scores.get(key)?.score ?? 0) + score;
      scores.set(key, { readAs, writtenIn, score: sum });
    }
  return [...scores.values()]
    .toSorted((one, other) => other.score - one.score)
    .slice(0, MAX_CANDIDATES)
    .map(({ readAs, writtenIn }) => {
      const changes = group.map(({ texts }) =>
        texts
          .map((before) => ({ before, after: mendText(before, { readAs, writtenIn }) }))
          .filter(({ before, after }) => before !== after),
      );
      const samples = new Map(changes.flat().map((change) => [change.before, change]));
      return {
        readAs,
        writtenIn,
        tracks: changes.filter((changed) => changed.length > 0).length,
        samples: [...samples.values()].slice(0, MAX_SAMPLES),
      };
    });
}
