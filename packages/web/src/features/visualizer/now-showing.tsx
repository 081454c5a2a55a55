import { UNKNOWN } from "../../ui/format-time.ts";
import { PlayPicture, usePlay } from "../player/index.ts";

/** The current track, below the full-screen picture. */
export function NowShowing() {
  const play = usePlay();
  return (
    <div className="absolute bottom-4 left-0 flex max-w-full items-center gap-4 rounded-m bg-s1 p-3 pr-6">
      <PlayPicture play={play} sizePx={96} className="size-20 rounded-m" />
      <div className="min-w-0">
        <p className="truncate font-display text-[24px] leading-8 font-semibold">
          {play?.title ?? UNKNOWN}
        </p>
        <p className="truncate text-[17px] text-secondary-text">{play?.artist ?? UNKNOWN}</p>
      </div>
    </div>
  );
}
