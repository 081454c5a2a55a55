import type { AiredPlay } from "@neonrelay/on-air/protocol";
import type { ExpectedStart } from "../../queue/expected-start-rules.ts";
import { waitOf } from "../../limits/wait-words.ts";
import { cutName, nameTrack } from "./line-rules.ts";

/** What is on air, with who plays it. */
export function namePlay({
  kind,
  djName,
  title,
  artist,
}: Pick<AiredPlay, "kind" | "djName" | "title" | "artist">): string {
  // What on-air says of a DJ whose program sends no title.
  const isUnnamed = kind === "live" && title === "Live" && artist === djName;
  const named = isUnnamed || (title === "" && artist === "") ? null : nameTrack({ title, artist });
  if (kind === "live") {
    const dj = cutName(djName ?? "a DJ");
    return named === null ? `${dj} live` : `${dj} live with ${named}`;
  }
  return named ?? "a stream";
}

/** Follows the name of an entry: ', expected in 5 minutes'. */
export function wordStart(start: ExpectedStart): string {
  switch (start.kind) {
    case "in":
      return `, expected ${waitOf(start.waitMs)}`;
    case "paused":
      return ", when the station plays again";
    case "unknown":
      return "";
    default:
      return start satisfies never;
  }
}
