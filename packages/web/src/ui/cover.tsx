import type { SyntheticEvent } from "react";
import { coverSource, FALLBACK_COVER } from "../early/cover-source.ts";

/** Covers from this size are the first thing a page shows. */
const LARGE_PX = 128;

/** Square cover art, or the station's own picture when there is none or it fails to load. */
export function Cover({
  src,
  sizePx,
  className = "",
}: {
  readonly src: string | null | undefined;
  readonly sizePx: number;
  readonly className?: string;
}) {
  return (
    <img
      key={src ?? FALLBACK_COVER}
      {...coverSource(src, sizePx)}
      alt=""
      width={sizePx}
      height={sizePx}
      loading={sizePx > LARGE_PX ? "eager" : "lazy"}
      fetchPriority={sizePx > LARGE_PX ? "high" : "auto"}
      decoding="async"
      className={`aspect-square shrink-0 bg-s3 object-cover ${className}`}
      onError={fallBack}
    />
  );
}

function fallBack({ currentTarget }: SyntheticEvent<HTMLImageElement>): void {
  if (currentTarget.src.endsWith(FALLBACK_COVER)) return;
  currentTarget.srcset = "";
  currentTarget.src = FALLBACK_COVER;
}
