import { shownNumber, spreadOf } from "./result-rules.ts";

export interface PlotGroup {
  readonly label: string;
  readonly bars: readonly { readonly side: string; readonly values: readonly number[] }[];
}

const WIDTH = 760;
const LABEL_WIDTH = 250;
const VALUE_WIDTH = 90;
const BAR = 14;
const GAP = 4;
const GROUP_GAP = 14;
const TOP = 44;
/** Readable on white and on black, since a picture can't know its page's background. */
const TEXT = "#7d7d7d";
const colors = ["#1391a0", "#c2568a", "#a8842c"] as const;

/** Horizontal bars, a group per case and a bar per side, with a line from the least to the greatest value. */
export function plotOf({
  title,
  groups,
}: {
  readonly title: string;
  readonly groups: readonly PlotGroup[];
}): string {
  const sides = [...new Set(groups.flatMap(({ bars }) => bars.map(({ side }) => side)))];
  const all = groups.flatMap(({ bars }) => bars.flatMap(({ values }) => values));
  const most = Math.max(...all, Number.MIN_VALUE);
  const scale = (WIDTH - LABEL_WIDTH - VALUE_WIDTH) / most;
  const lines: string[] = [];
  let y = TOP;
  for (const { label, bars } of groups) {
    const middle = y + (bars.length * (BAR + GAP)) / 2 + 3;
    lines.push(textAt({ x: LABEL_WIDTH - 10, y: middle, anchor: "end", text: label }));
    for (const { side, values } of bars) {
      lines.push(...barOf({ y, values, scale, color: colorOf(sides, side) }));
      y += BAR + GAP;
    }
    y += GROUP_GAP;
  }
  const legend = sides.flatMap((side, index) => {
    const x = LABEL_WIDTH + index * 150;
    return [
      `<rect x="${x}" y="24" width="10" height="10" fill="${colorOf(sides, side)}"/>`,
      textAt({ x: x + 15, y: 33, anchor: "start", text: side }),
    ];
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${y}" width="${WIDTH}" height="${y}" role="img" font-family="system-ui, sans-serif" font-size="12" fill="${TEXT}">
<title>${escaped(title)}</title>
${textAt({ x: LABEL_WIDTH, y: 14, anchor: "start", text: title })}
${[...(sides.length > 1 ? legend : []), ...lines].join("\n")}
</svg>
`;
}

function barOf({
  y,
  values,
  scale,
  color,
}: {
  readonly y: number;
  readonly values: readonly number[];
  readonly scale: number;
  readonly color: string;
}): readonly string[] {
  const { median, least, most } = spreadOf(values);
  const at = (value: number) => Math.round((LABEL_WIDTH + value * scale) * 10) / 10;
  const middle = y + BAR / 2;
  const spread = `<path d="M${at(least)} ${middle}H${at(most)}" stroke="${TEXT}" stroke-width="2"/>`;
  return [
    `<rect x="${LABEL_WIDTH}" y="${y}" width="${Math.round(median * scale * 10) / 10}" height="${BAR}" fill="${color}"/>`,
    ...(least === most ? [] : [spread]),
    textAt({ x: at(most) + 6, y: y + BAR - 3, anchor: "start", text: shownNumber(median) }),
  ];
}

function colorOf(sides: readonly string[], side: string): string {
  return colors[sides.indexOf(side) % colors.length] ?? TEXT;
}

function textAt({
  x,
  y,
  anchor,
  text,
}: {
  readonly x: number;
  readonly y: number;
  readonly anchor: "start" | "end";
  readonly text: string;
}): string {
  return `<text x="${x}" y="${y}" text-anchor="${anchor}">${escaped(text)}</text>`;
}

function escaped(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
