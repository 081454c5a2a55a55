import type { Play } from "@neonrelay/contract/callers";
import { Cover } from "../../ui/cover.tsx";
import { Avatar } from "../accounts/index.ts";

/** The cover of a track, or the picture of the DJ on air. */
export function PlayPicture({
  play,
  sizePx,
  className,
}: {
  readonly play: Pick<Play, "kind" | "djName" | "track"> | undefined;
  readonly sizePx: number;
  readonly className: string;
}) {
  return play?.kind === "live" ? (
    <Avatar name={play.djName ?? ""} className={className} />
  ) : (
    <Cover src={play?.track?.albumArt} sizePx={sizePx} className={className} />
  );
}
