import type { ChatRun } from "@neonrelay/contract/callers";
import { contrast, type Hsl } from "../../ui/contrast.ts";
import { mended, type PageTheme, surfaces, TEXT_CONTRAST, themed } from "../../ui/theme-colours.ts";

/** The text colour of tokens.css, which is the background of a reversed run. */
const texts: Readonly<Record<PageTheme, Hsl>> = {
  light: { hue: 252, saturation: 50, lightness: 15 },
  dark: { hue: 220, saturation: 30, lightness: 96 },
};
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
  if (!reverse && written.back === undefined) {
    const { front } = written;
    return front === undefined
      ? {}
      : { color: themed((theme) => mended(front, theme, TEXT_CONTRAST)) };
  }
  const inTheme = (theme: PageTheme) => {
    const text = texts[theme];
    const { front = text, back = surfaces[theme] } = written;
    return reverse ? { front: back, back: front } : { front, back };
  };
  return {
    color: themed((theme) => {
      const { front, back } = inTheme(theme);
      return readableOn(back, front);
    }),
    backgroundColor: themed((theme) => inTheme(theme).back),
  };
}

/** A nick's own colour, always the same and readable on every surface. */
export function nickColour(nick: string): string {
  let hash = 0;
  for (const letter of nick.toLowerCase()) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 3600;
  const colour = { hue: hash % 360, saturation: 85, lightness: 72 };
  return themed((theme) => mended(colour, theme, TEXT_CONTRAST));
}

function readableOn(back: Hsl, front: Hsl): Hsl {
  if (contrast(front, back) >= TEXT_CONTRAST) return front;
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

/** mIRC's colours 0 to 98, as RGB in hexadecimal. */
export const ircPalette: readonly string[] = `
  ffffff 000000 00007f 009300 ff0000 7f0000 9c009c fc7f00 ffff00 00fc00 009393 00ffff 0000fc ff00ff 7f7f7f d2d2d2
  470000 472100 474700 324700 004700 00472c 004747 002747 000047 2e0047 470047 47002a
  740000 743a00 747400 517400 007400 007449 007474 004074 000074 4b0074 740074 740045
  b50000 b56300 b5b500 7db500 00b500 00b571 00b5b5 0063b5 0000b5 7500b5 b500b5 b5006b
  ff0000 ff8c00 ffff00 b2ff00 00ff00 00ffa0 00ffff 008cff 0000ff a500ff ff00ff ff0098
  ff5959 ffb459 ffff71 cfff60 6fff6f 65ffc9 6dffff 59b4ff 5959ff c459ff ff66ff ff59bc
  ff9c9c ffd39c ffff9c e2ff9c 9cff9c 9cffdb 9cffff 9cd3ff 9c9cff dc9cff ff9cff ff94d3
  000000 131313 282828 363636 4d4d4d 656565 818181 9f9f9f bcbcbc e2e2e2 ffffff
`
  .trim()
  .split(/\s+/);
