import type { AiredPlay } from "@neonrelay/on-air/protocol";
import type { QueueProspect } from "../../programme/queue-outlook.ts";
import { plural, waitOf } from "../../limits/wait-words.ts";
import { cutName, nameTrack } from "./line-rules.ts";

/** What is on air and who plays it. */
export function namePlay({
  kind,
  djName,
  title,
  artist,
}: Pick<AiredPlay, "kind" | "djName" | "title" | "artist">): string {
  // How on-air reports a DJ whose program sends no title.
  const isUnnamed = kind === "live" && title === "Live" && artist === djName;
  const named = isUnnamed || (title === "" && artist === "") ? null : nameTrack({ title, artist });
  if (kind === "live") {
    const dj = cutName(djName ?? "a DJ");
    return named === null ? `${dj} live` : `${dj} live with ${named}`;
  }
  return named ?? "a stream";
}

/** Goes after an entry's name: ', expected in 5 minutes in a request slot of “Night Flight”'. */
export function wordProspect(
  { isPaused, startsAtMs, waitsFor }: Pick<QueueProspect, "isPaused" | "startsAtMs" | "waitsFor">,
  { nowMs, mostPerHour }: { readonly nowMs: number; readonly mostPerHour: number | null },
): string {
  if (isPaused) return ", when the station plays again";
  const when = startsAtMs === null ? "" : `, expected ${waitOf(startsAtMs - nowMs)}`;
  if (waitsFor?.kind === "slot") {
    const slot = `a request slot of “${cutName(waitsFor.show ?? waitsFor.clock)}”`;
    return when === "" ? `, and waits for ${slot}` : `${when} in ${slot}`;
  }
  if (waitsFor?.kind !== "limit" || mostPerHour === null) return when;
  if (mostPerHour === 0) return ", and waits until an operator plays it";
  const limit = `at most ${plural(mostPerHour, "request")} an hour`;
  return when === ""
    ? `, and waits: the station plays ${limit}`
    : `${when}, since the station plays ${limit}`;
}
