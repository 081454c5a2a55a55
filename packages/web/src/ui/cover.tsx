import type { SyntheticEvent } from "react";

/** Also named by index.html, which has it loaded before the scripts. */
const FALLBACK = "/cover.svg";
/** Larger ones are what a page shows first of all. */
const LARGE_PX = 128;

/** Square cover art; the station's own picture when a track has none or it does not load. */
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
      key={src ?? FALLBACK}
      src={src === null || src === undefined ? FALLBACK : withSize(src, sizePx)}
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
  if (!currentTarget.src.endsWith(FALLBACK)) currentTarget.src = FALLBACK;
}

/** Asks for at least twice the drawn size, for dense screens. */
function withSize(src: string, sizePx: number): string {
  if (!src.startsWith("/api/")) return src;
  const size = sizePx <= 48 ? 96 : sizePx <= 128 ? 256 : 512;
  return `${src}${src.includes("?") ? "&" : "?"}size=${size}`;
}
