/** The station's own picture. */
export const FALLBACK_COVER = "/cover.svg";
/** The maximum width of a cover in the player panel, in CSS pixels. */
export const PLAYER_COVER_PX = 176;

interface CoverSource {
  readonly src: string;
  /** For screens with one and two dots per pixel; undefined: `src` suits both. */
  readonly srcSet: string | undefined;
}

/**
 * The image files for a cover drawn `sizePx` wide. A small cover is loaded at double size for every screen; for a large
 * one that would be four times the bytes, so the browser chooses.
 */
export function coverSource(src: string | null | undefined, sizePx: number): CoverSource {
  if (src === null || src === undefined) return { src: FALLBACK_COVER, srcSet: undefined };
  if (!src.startsWith("/api/")) return { src, srcSet: undefined };
  const at = (size: number) => `${src}${src.includes("?") ? "&" : "?"}size=${size}`;
  if (sizePx <= 48) return { src: at(96), srcSet: undefined };
  if (sizePx <= 128) return { src: at(256), srcSet: undefined };
  return { src: at(512), srcSet: `${at(256)} 1x, ${at(512)} 2x` };
}
