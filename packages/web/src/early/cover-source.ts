/** The station's own picture. */
export const FALLBACK_COVER = "/cover.svg";
/** How wide the player panel shows a cover at most, in CSS pixels. */
export const PLAYER_COVER_PX = 176;

export interface CoverSource {
  readonly src: string;
  /** For screens of one and of two dots a pixel; undefined: `src` is good enough for both. */
  readonly srcSet: string | undefined;
}

/**
 * The files of a cover that is drawn `sizePx` wide. A small one is loaded at twice that for every screen; of a
 * large one that would be four times the bytes, so a screen says what it needs.
 */
export function coverSource(src: string | null | undefined, sizePx: number): CoverSource {
  if (src === null || src === undefined) return { src: FALLBACK_COVER, srcSet: undefined };
  if (!src.startsWith("/api/")) return { src, srcSet: undefined };
  const at = (size: number) => `${src}${src.includes("?") ? "&" : "?"}size=${size}`;
  if (sizePx <= 48) return { src: at(96), srcSet: undefined };
  if (sizePx <= 128) return { src: at(256), srcSet: undefined };
  return { src: at(512), srcSet: `${at(256)} 1x, ${at(512)} 2x` };
}
