import sharp from "sharp";
import { createNoise } from "./seeded-noise.ts";

/** What a demo track's cover shows; colours are CSS hex. */
export interface CoverDesign {
  readonly scene: "sun-road" | "moon-sea" | "towers" | "beach" | "pixels" | "skyline";
  /** From the top down to the horizon. */
  readonly sky: readonly [string, string, string];
  readonly sun: readonly [string, string];
  /** Neon lines, windows, waves. */
  readonly line: string;
  readonly seed: number;
}

const COVER_SIZE_PX = 640;
const SIZE = COVER_SIZE_PX;

/** Draws a cover. @returns the bytes of a JPEG, `COVER_SIZE_PX` square */
export async function renderCover(design: CoverDesign): Promise<Uint8Array> {
  const svg = Buffer.from(coverSvg(design));
  return sharp(svg).flatten().jpeg({ quality: 88, mozjpeg: false }).toBuffer();
}

function coverSvg(design: CoverDesign): string {
  const { sky, sun } = design;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${SIZE} ${SIZE}" width="${SIZE}" height="${SIZE}">
<defs>
<linearGradient id="sky" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sky[0]}"/><stop offset="0.55" stop-color="${sky[1]}"/><stop offset="1" stop-color="${sky[2]}"/></linearGradient>
<linearGradient id="sun" x1="0" y1="0" x2="0" y2="1"><stop offset="0" stop-color="${sun[0]}"/><stop offset="1" stop-color="${sun[1]}"/></linearGradient>
<radialGradient id="glow"><stop offset="0" stop-color="${sun[1]}" stop-opacity="0.7"/><stop offset="1" stop-color="${sun[1]}" stop-opacity="0"/></radialGradient>
</defs>${sceneSvg(design)}</svg>`;
}

function sceneSvg(design: CoverDesign): string {
  switch (design.scene) {
    case "sun-road":
      return [
        sky(400),
        stars(design, 110, 330),
        stripedSun(320, 300, 170),
        mountains(design, 400),
        ground(design, 400),
        grid(design, 400),
      ].join("");
    case "moon-sea":
      return [sky(430), stars(design, 170, 420), disc(440, 170, 70), waves(design, 430)].join("");
    case "towers":
      return [
        sky(SIZE),
        disc(320, 300, 190),
        towers(design, { base: SIZE, count: 9, highest: 520 }),
        rays(design),
      ].join("");
    case "beach":
      return [
        sky(420),
        stripedSun(210, 330, 140),
        waves(design, 420),
        palm(470, 640, 1),
        palm(560, 640, 0.72),
      ].join("");
    case "pixels":
      return [sky(SIZE), pixelStars(design), pixelSun(), pixelHills(design)].join("");
    case "skyline":
      return [
        sky(520),
        stars(design, 60, 250),
        disc(150, 150, 52),
        towers(design, { base: 520, count: 16, highest: 300 }),
        rails(design, 520),
        rain(design),
      ].join("");
    default:
      return design.scene satisfies never;
  }
}

function sky(height: number): string {
  return `<rect width="${SIZE}" height="${height}" fill="url(#sky)"/>`;
}

function ground(design: CoverDesign, top: number): string {
  return `<rect y="${top}" width="${SIZE}" height="${SIZE - top}" fill="${design.sky[0]}"/>`;
}

function stars(design: CoverDesign, count: number, height: number): string {
  const noise = createNoise(design.seed);
  return Array.from({ length: count }, () => {
    const [x, y, size] = [unit(noise) * SIZE, unit(noise) * height, 0.6 + unit(noise) ** 3 * 2.2];
    return `<circle cx="${x.toFixed(1)}" cy="${y.toFixed(1)}" r="${size.toFixed(1)}" fill="#fff" opacity="${(0.3 + unit(noise) * 0.7).toFixed(2)}"/>`;
  }).join("");
}

function disc(x: number, y: number, radius: number): string {
  return `<circle cx="${x}" cy="${y}" r="${radius * 1.9}" fill="url(#glow)"/><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#sun)"/>`;
}

/** The sun of the genre: slices of it are missing, wider towards the horizon. */
function stripedSun(x: number, y: number, radius: number): string {
  const gaps = Array.from({ length: 7 }, (_, index) => {
    const top = y + radius * (-0.05 + index * 0.155);
    return `<rect x="${x - radius}" y="${top.toFixed(1)}" width="${radius * 2}" height="${4 + index * 2.4}" fill="#000"/>`;
  }).join("");
  return `<circle cx="${x}" cy="${y}" r="${radius * 1.7}" fill="url(#glow)"/><mask id="slices"><rect width="${SIZE}" height="${SIZE}" fill="#fff"/>${gaps}</mask><circle cx="${x}" cy="${y}" r="${radius}" fill="url(#sun)" mask="url(#slices)"/>`;
}

function mountains(design: CoverDesign, base: number): string {
  const noise = createNoise(design.seed + 40);
  const points = Array.from({ length: 17 }, (_, index) => {
    const away = Math.abs(index - 8) / 8;
    return `${index * 40},${(base - 12 - (index % 2) * 40 * away - unit(noise) * 90 * away).toFixed(0)}`;
  }).join(" ");
  return `<polygon points="0,${base} ${points} ${SIZE},${base}" fill="${design.sky[0]}" stroke="${design.line}" stroke-width="2"/>`;
}

function grid(design: CoverDesign, top: number): string {
  const down = Array.from({ length: 25 }, (_, index) => {
    const offset = (index - 12) * 26;
    return `<line x1="${320 + offset}" y1="${top}" x2="${320 + offset * 7}" y2="${SIZE}"/>`;
  });
  const across = Array.from({ length: 10 }, (_, index) => {
    const y = top + (SIZE - top) * (index / 10) ** 2;
    return `<line x1="0" y1="${y.toFixed(1)}" x2="${SIZE}" y2="${y.toFixed(1)}"/>`;
  });
  return `<g stroke="${design.line}" stroke-width="2.2" opacity="0.85">${down.join("")}${across.join("")}</g>`;
}

function waves(design: CoverDesign, top: number): string {
  const noise = createNoise(design.seed + 80);
  const lines = Array.from({ length: 46 }, (_, index) => {
    const y = top + 6 + (SIZE - top) * (index / 46) ** 1.5;
    const width = 40 + unit(noise) * 220;
    const x = unit(noise) * (SIZE + 100) - 100;
    return `<rect x="${x.toFixed(0)}" y="${y.toFixed(1)}" width="${width.toFixed(0)}" height="${(1 + index / 16).toFixed(1)}" rx="2" opacity="${(0.15 + unit(noise) * 0.55).toFixed(2)}"/>`;
  }).join("");
  return `<rect y="${top}" width="${SIZE}" height="${SIZE - top}" fill="${design.sky[0]}"/><g fill="${design.line}">${lines}</g>`;
}

function towers(
  design: CoverDesign,
  {
    base,
    count,
    highest,
  }: { readonly base: number; readonly count: number; readonly highest: number },
): string {
  const noise = createNoise(design.seed + 120);
  const width = SIZE / count;
  return Array.from({ length: count }, (_, index) => {
    const height = highest * (0.35 + 0.65 * unit(noise));
    const left = index * width;
    const windows = Array.from({ length: Math.floor(height / 18) * 3 }, (_, cell) => {
      if (unit(noise) > 0.32) return "";
      const x = left + width * (0.14 + 0.26 * (cell % 3));
      const y = base - height + 10 + Math.floor(cell / 3) * 18;
      return `<rect x="${x.toFixed(0)}" y="${y.toFixed(0)}" width="${(width * 0.17).toFixed(0)}" height="8" fill="${design.line}" opacity="${(0.35 + 0.6 * unit(noise)).toFixed(2)}"/>`;
    }).join("");
    return `<rect x="${left.toFixed(0)}" y="${(base - height).toFixed(0)}" width="${(width - 3).toFixed(0)}" height="${height.toFixed(0)}" fill="${design.sky[0]}"/>${windows}`;
  }).join("");
}

function rays(design: CoverDesign): string {
  return [80, 250, 560]
    .map(
      (x, index) =>
        `<polygon points="${x},${SIZE} ${x - 130 + index * 120},0 ${x - 80 + index * 120},0" fill="${design.line}" opacity="0.16"/>`,
    )
    .join("");
}

function palm(x: number, base: number, scale: number): string {
  const leaves = [-165, -130, -95, -60, -25, 15]
    .map((angle) => `<path d="M0,0 Q60,-34 128,26 Q62,-4 0,9 Z" transform="rotate(${angle})"/>`)
    .join("");
  return `<g transform="translate(${x} ${base}) scale(${scale})" fill="#14042b"><path d="M-9,0 Q6,-170 -34,-330 L-24,-332 Q24,-170 13,0 Z"/><g transform="translate(-29 -330)">${leaves}</g></g>`;
}

const PIXEL = 16;

function pixelStars(design: CoverDesign): string {
  const noise = createNoise(design.seed);
  return Array.from({ length: 60 }, () =>
    block(
      Math.floor(unit(noise) * 40),
      Math.floor(unit(noise) * 26),
      unit(noise) > 0.5 ? "#fff" : "#6af",
    ),
  ).join("");
}

function pixelSun(): string {
  const blocks: string[] = [];
  for (let row = -9; row <= 9; row += 1)
    for (let column = -9; column <= 9; column += 1)
      if (row * row + column * column < 84 && !(row > 1 && row % 3 === 0))
        blocks.push(
          block(20 + column, 15 + row, row < -3 ? "#fff200" : row < 3 ? "#ffb300" : "#ff5d00"),
        );
  return blocks.join("");
}

function pixelHills(design: CoverDesign): string {
  const blocks: string[] = [];
  for (let column = 0; column < 40; column += 1) {
    const top = Math.round(29 - 3 * Math.sin(column / 4.3) - 2 * Math.sin(column / 1.9));
    for (let row = top; row < 40; row += 1) {
      const isEdge = row === top || (row + column) % 7 === 0;
      blocks.push(block(column, row, isEdge ? design.line : "#06381a"));
    }
  }
  return blocks.join("");
}

function block(column: number, row: number, colour: string): string {
  return `<rect x="${column * PIXEL}" y="${row * PIXEL}" width="${PIXEL - 1}" height="${PIXEL - 1}" fill="${colour}"/>`;
}

function rails(design: CoverDesign, top: number): string {
  const sleepers = Array.from({ length: 8 }, (_, index) => {
    const y = top + (SIZE - top) * (index / 8) ** 1.7;
    const half = 14 + (y - top) * 1.9;
    return `<line x1="${(320 - half).toFixed(0)}" y1="${y.toFixed(0)}" x2="${(320 + half).toFixed(0)}" y2="${y.toFixed(0)}"/>`;
  }).join("");
  return `${ground(design, top)}<g stroke="${design.line}" stroke-width="3" opacity="0.9"><line x1="312" y1="${top}" x2="130" y2="${SIZE}"/><line x1="328" y1="${top}" x2="510" y2="${SIZE}"/>${sleepers}</g>`;
}

function rain(design: CoverDesign): string {
  const noise = createNoise(design.seed + 200);
  return Array.from({ length: 120 }, () => {
    const [x, y, length] = [unit(noise) * SIZE, unit(noise) * SIZE, 14 + unit(noise) * 30];
    return `<line x1="${x.toFixed(0)}" y1="${y.toFixed(0)}" x2="${(x - length * 0.22).toFixed(0)}" y2="${(y + length).toFixed(0)}" stroke="#dfe6ff" stroke-width="1.1" opacity="0.28"/>`;
  }).join("");
}

function unit(noise: () => number): number {
  return (noise() + 1) / 2;
}
