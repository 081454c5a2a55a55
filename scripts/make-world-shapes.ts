// Draws the countries of the Listeners page's map from Natural Earth's shapes (public domain) as the package
// world-atlas has them. Run `node scripts/make-world-shapes.ts countries-110m.json` with that file of the package.
import { readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import * as z from "zod";
import { projectRoot } from "./stage.ts";

/** Wide enough for whole numbers: a pixel or less of the page each. */
const WIDTH = 1000;
/** Smaller islands are no wider than a line. */
const MIN_AREA = 3;
const target = path.join(projectRoot, "packages/web/src/features/listeners/world-shapes.ts");

const arcIndexes = z.array(z.int());
const topologySchema = z.object({
  transform: z.object({
    scale: z.tuple([z.number(), z.number()]),
    translate: z.tuple([z.number(), z.number()]),
  }),
  arcs: z.array(z.array(z.tuple([z.number(), z.number()]))),
  objects: z.object({
    countries: z.object({
      geometries: z.array(
        z.intersection(
          z.object({ id: z.string().optional(), properties: z.object({ name: z.string() }) }),
          z.discriminatedUnion("type", [
            z.object({ type: z.literal("Polygon"), arcs: z.array(arcIndexes) }),
            z.object({ type: z.literal("MultiPolygon"), arcs: z.array(z.array(arcIndexes)) }),
          ]),
        ),
      ),
    }),
  }),
});
type Point = readonly [x: number, y: number];

/** Without an ISO code of their own: databases of addresses count them so. */
const codesByName: Readonly<Record<string, string>> = {
  Kosovo: "XK",
  "N. Cyprus": "CY",
  Somaliland: "SO",
};

const [, , file] = process.argv;
if (file === undefined) throw new Error("name world-atlas's countries-110m.json");
const { arcs, transform, objects } = topologySchema.parse(JSON.parse(await readFile(file, "utf8")));
const decodedArcs = arcs.map(decode);

const shapes = new Map<string, string>();
for (const { id, properties, ...geometry } of objects.countries.geometries) {
  const code = codesByName[properties.name] ?? alpha2Of(id);
  if (code === "AQ") continue;
  const polygons = geometry.type === "Polygon" ? [geometry.arcs] : geometry.arcs;
  const rings = polygons.flat().map(ringOf);
  const largest = Math.max(...rings.map(areaOf));
  const drawn = rings.filter((ring) => areaOf(ring) >= Math.min(MIN_AREA, largest));
  shapes.set(code, (shapes.get(code) ?? "") + drawn.map(pathOf).join(""));
}
const lines = [...shapes]
  .toSorted(([one], [other]) => one.localeCompare(other))
  .map(([code, shape]) => `  ${code}: "${shape}",\n`);
await writeFile(
  target,
  `/** SVG paths of countries by ISO code, in Equal Earth; made by scripts/make-world-shapes.ts. */
export const worldShapes: Readonly<Record<string, string>> = {
${lines.join("")}};
`,
);

/** CLDR knows the numbers of ISO 3166 as aliases of the codes with two letters. */
function alpha2Of(id: string | undefined): string {
  const code = new Intl.Locale(`und-${id}`).region;
  if (code === undefined || !/^[A-Z]{2}$/.test(code)) throw new Error(`no code for ${id}`);
  return code;
}

/** In degrees. TopoJSON's arcs are differences of whole numbers. */
function decode(arc: readonly Point[]): readonly Point[] {
  let [x, y] = [0, 0];
  return arc.map(([dx, dy]) => {
    x += dx;
    y += dy;
    const { scale, translate } = transform;
    return [x * scale[0] + translate[0], y * scale[1] + translate[1]];
  });
}

/** Equal Earth (Šavrič, Patterson, Jenny 2018): areas are in proportion. */
function project([longitude, latitude]: Point): Point {
  const [a1, a2, a3, a4] = [1.340264, -0.081106, 0.000893, 0.003796];
  const radians = Math.PI / 180;
  const l = Math.asin((Math.sqrt(3) / 2) * Math.sin(latitude * radians));
  const [l2, l6] = [l ** 2, l ** 6];
  const stretch = a1 + 3 * a2 * l2 + l6 * (7 * a3 + 9 * a4 * l2);
  const x = (2 * longitude * radians * Math.cos(l)) / (Math.sqrt(3) * stretch);
  const y = l * (a1 + a2 * l2 + l6 * (a3 + a4 * l2));
  const unit = WIDTH / (2 * 2.70663);
  return [Math.round(WIDTH / 2 + x * unit), Math.round(243 - y * unit)];
}

/**
 * A ring on the page. One that crosses the 180th meridian goes on beyond the right edge.
 * @param indexes of arcs; `~n` is arc n backwards. Each begins where the one before ends.
 */
function ringOf(indexes: readonly number[]): readonly Point[] {
  const ring = indexes.flatMap((index) => {
    const arc = index < 0 ? decodedArcs[~index]?.toReversed() : decodedArcs[index];
    if (arc === undefined) throw new Error(`no arc ${index}`);
    return arc.slice(0, -1);
  });
  const crosses = ring.some(([x]) => x > 120) && ring.some(([x]) => x < -120);
  const points = ring.map(([x, y]) => project([crosses && x < 0 ? x + 360 : x, y]));
  return points.filter((point, index) => {
    const before = points.at(index - 1);
    return before === undefined || before[0] !== point[0] || before[1] !== point[1];
  });
}

function areaOf(ring: readonly Point[]): number {
  const twice = ring.reduce((sum, [x, y], index) => {
    const [fromX, fromY] = ring.at(index - 1) ?? [x, y];
    return sum + fromX * y - x * fromY;
  }, 0);
  return Math.abs(twice) / 2;
}

function pathOf(ring: readonly Point[]): string {
  const steps = ring.map(([x, y], index) => {
    const [fromX, fromY] = ring[index - 1] ?? [0, 0];
    return `${x - fromX} ${y - fromY}`;
  });
  const [first = "", ...rest] = steps;
  return `M${first}l${rest.join(" ")}z`.replaceAll(" -", "-");
}
