import { contentKinds } from "@neonrelay/contract/callers";
import type { ContentKind, Track } from "@neonrelay/contract/callers";
import { kindNames } from "../../radio/index.ts";

/** The role of a track in the programme. */
export type TrackProgramme = Pick<Track, "contentKind" | "weightPercent" | "isInRotation">;

/** Omitted fields stay. `by-rules`: drops an operator's choice. */
export type ProgrammeChange = Partial<Omit<TrackProgramme, "contentKind">> & {
  readonly contentKind?: ContentKind | "by-rules";
};

export const kindChoices = contentKinds.map((value) => ({ value, name: kindNames[value] }));

/** The special settings of a track, in a few words; undefined for plain music from a file. */
export function programmeWords({
  kind,
  contentKind,
  weightPercent,
  isInRotation,
}: TrackProgramme & Pick<Track, "kind">): string | undefined {
  const words = [
    ...(kind === "source" ? ["Music source"] : []),
    ...(contentKind === "music" ? [] : [kindNames[contentKind]]),
    ...(weightPercent === 100 ? [] : [`${weightPercent}%`]),
    ...(isInRotation ? [] : ["never in rotation"]),
  ];
  return words.length === 0 ? undefined : words.join(" · ");
}

/** The tracks' shared values; undefined where they differ. */
export function sharedProgramme(tracks: readonly TrackProgramme[]): {
  readonly [Field in keyof TrackProgramme]: TrackProgramme[Field] | undefined;
} {
  return {
    contentKind: shared(tracks.map(({ contentKind }) => contentKind)),
    weightPercent: shared(tracks.map(({ weightPercent }) => weightPercent)),
    isInRotation: shared(tracks.map(({ isInRotation }) => isInRotation)),
  };
}

function shared<Value>(values: readonly Value[]): Value | undefined {
  return new Set(values).size === 1 ? values[0] : undefined;
}
