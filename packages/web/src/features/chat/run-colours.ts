import type { ChatRun } from "@neonrelay/contract/callers";
import { contrast } from "../../ui/contrast.ts";
import type { Hsl } from "../../ui/contrast.ts";
import { ircPalette } from "./irc-palette.ts";

/** The lightest background of a message, s2 of tokens.css: the focused row. */
const SURFACE: Hsl = { hue: 250, saturation: 26, lightness: 12 };
/** The text colour of tokens.css, which is the background of a reversed run. */
const TEXT: Hsl = { hue: 220, saturation: 30, lightness: 96 };
/** WCAG 2.2 §1.4.3. */
const LEAST_CONTRAST = 4.5;
const BLACK: Hsl = { hue: 0, saturation: 0, lightness: 0 };
const WHITE: Hsl = { hue: 0, saturation: 0, lightness: 100 };

interface RunColours {
  readonly color?: string;
  readonly backgroundColor?: string;
}

/** The colours of a run, adjusted until they are readable. */
export function runColours({
  foreground,
  background,
  reverse,
}: Pick<ChatRun, "foreground" | "background" | "reverse">): RunColours {
  const written = { front: toHsl(foreground), back: toHsl(background) };
  const { front, back } = reverse
    ? { front: written.back ?? SURFACE, back: written.front ?? TEXT }
    : written;
  if (back === undefined) return front === undefined ? {} : { color: css(lightened(front)) };
  return { color: css(readableOn(back, front ?? TEXT)), backgroundColor: css(back) };
}

/** A nick's own colour, always the same and readable on every surface. */
export function nickColour(nick: string): string {
  let hash = 0;
  for (const letter of nick.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  return css(lightened({ hue: hash % 360, saturation: 85, lightness: 72 }));
}

function lightened(colour: Hsl): Hsl {
  let lightness = colour.lightness;
  while (lightness < 100 && contrast({ ...colour, lightness }, SURFACE) < LEAST_CONTRAST)
    lightness += 1;
  return { ...colour, lightness };
}

function readableOn(back: Hsl, front: Hsl): Hsl {
  if (contrast(front, back) >= LEAST_CONTRAST) return front;
  return contrast(BLACK, back) >= contrast(WHITE, back) ? BLACK : WHITE;
}

/** undefined: the page's colour. */
function toHsl(colour: ChatRun["foreground"]): Hsl | undefined {
  if (colour === undefined) return undefined;
  const hex = colour.kind === "rgb" ? colour.hex : ircPalette[colour.index];
  return hex !== undefined && /^[\da-f]{6}$/i.test(hex) ? hexToHsl(hex) : undefined;
}

function hexToHsl(hex: string): Hsl {
  const [red = 0, green = 0, blue = 0] = [0, 2, 4].map(
    (at) => Number.parseInt(hex.slice(at, at + 2), 16) / 255,
  );
  const most = Math.max(red, green, blue);
  const least = Math.min(red, green, blue);
  const spread = most - least;
  const light = (most + least) / 2;
  if (spread === 0) return whole({ hue: 0, saturation: 0, lightness: light * 100 });
  const turn =
    most === red
      ? ((green - blue) / spread + 6) % 6
      : most === green
        ? (blue - red) / spread + 2
        : (red - green) / spread + 4;
  const saturation = spread / (1 - Math.abs(2 * light - 1));
  return whole({ hue: turn * 60, saturation: saturation * 100, lightness: light * 100 });
}

/** Rounded as in CSS, so that the measured colour is the one shown. */
function whole({ hue, saturation, lightness }: Hsl): Hsl {
  return {
    hue: Math.round(hue),
    saturation: Math.round(saturation),
    lightness: Math.round(lightness),
  };
}

function css({ hue, saturation, lightness }: Hsl): string {
  return `hsl(${hue} ${saturation}% ${lightness}%)`;
}
