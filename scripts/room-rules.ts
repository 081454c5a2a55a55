import path from "node:path";
import { parseSync } from "vite";

/** An import of one file by another, both relative to their package's source folder, with `/` between folders. */
export interface Arrow {
  readonly from: string;
  readonly to: string;
}

/** A package's floors, from its rooms.json. */
interface Floors {
  /** Rooms by floor, lowest first. A loose file named here is a room; otherwise it is above all rooms. */
  readonly floors: readonly (readonly string[])[];
  /** Rooms of one floor that may import each other, as `a <-> b` in alphabetical order, with the reason. */
  readonly pairs: Readonly<Record<string, string>>;
}

/**
 * The files a file imports or re-exports by a relative path, type imports included.
 * @param file relative to the source folder
 * @throws the first parse error of the text
 */
export function findArrows(file: string, text: string): readonly Arrow[] {
  const { module, errors } = parseSync(file, text);
  if (errors[0] !== undefined) throw new Error(`${file}: ${errors[0].message}`);
  const specifiers = [
    ...module.staticImports.map(({ moduleRequest }) => moduleRequest.value),
    ...module.staticExports.flatMap(({ entries }) =>
      entries.flatMap(({ moduleRequest }) => moduleRequest?.value ?? []),
    ),
    ...module.dynamicImports.map(({ moduleRequest: { start, end } }) =>
      text.slice(start + 1, end - 1),
    ),
  ];
  const targets = specifiers
    .filter((specifier) => specifier.startsWith("."))
    .map((specifier) => path.posix.join(path.posix.dirname(file), specifier))
    .filter((target) => !target.startsWith("../") && target !== file);
  return [...new Set(targets)].map((to) => ({ from: file, to }));
}

/** The room of a file: its first folder, the feature's folder in `features`, or the name of a loose file. */
export function roomOf(file: string): string {
  const folders = file.split("/").slice(0, -1);
  if (folders.length === 0) return file;
  return folders.slice(0, folders[0] === "features" ? 2 : 1).join("/");
}

/**
 * Problems with a package's imports, in words.
 * @param files all files of the package, relative to its source folder
 */
export function judgeRooms(
  files: readonly string[],
  arrows: readonly Arrow[],
  { floors, pairs }: Floors,
): readonly string[] {
  const floorOf = new Map(
    floors.flatMap((rooms, floor) => rooms.map((room) => [room, floor] as const)),
  );
  const heightOf = (file: string) => floorOf.get(roomOf(file)) ?? floors.length;
  const rooms = new Set(files.map(roomOf));
  const problems: string[] = [];
  for (const room of rooms)
    if (!floorOf.has(room) && !isLooseFile(room)) problems.push(`${room} is on no floor`);
  for (const room of floorOf.keys())
    if (!rooms.has(room)) problems.push(`${room} is on a floor, and not there`);
  for (const { from, to } of arrows)
    if (heightOf(to) > heightOf(from))
      problems.push(`${from} imports ${to}, which is on a floor above`);
  const excused = new Set(Object.keys(pairs));
  for (const [pair, example] of findPairs(arrows))
    if (!excused.delete(pair)) problems.push(`${pair} import each other: ${example}`);
  for (const pair of excused) problems.push(`${pair} are excused, and don't import each other`);
  return problems;
}

/** Rooms that import each other, as `a <-> b`, with one import of the rarer direction. */
export function findPairs(arrows: readonly Arrow[]): ReadonlyMap<string, string> {
  const ways = new Map<string, Arrow[]>();
  for (const arrow of arrows) {
    const [from, to] = [roomOf(arrow.from), roomOf(arrow.to)];
    if (from === to || isLooseFile(from) || isLooseFile(to)) continue;
    const way = `${from} ${to}`;
    ways.set(way, [...(ways.get(way) ?? []), arrow]);
  }
  const pairs = new Map<string, string>();
  for (const [way, there] of ways) {
    const [a = "", b = ""] = way.split(" ");
    const back = ways.get(`${b} ${a}`);
    if (a > b || back === undefined) continue;
    const [rare] = there.length <= back.length ? there : back;
    if (rare !== undefined) pairs.set(`${a} <-> ${b}`, `${rare.from} imports ${rare.to}`);
  }
  return pairs;
}

/** Groups of files that all reach each other by imports (Tarjan's strongly connected components). */
export function findCircles(arrows: readonly Arrow[]): readonly (readonly string[])[] {
  const targets = new Map<string, string[]>();
  for (const { from, to } of arrows) targets.set(from, [...(targets.get(from) ?? []), to]);
  const order = new Map<string, number>();
  const lowest = new Map<string, number>();
  const open: string[] = [];
  const circles: string[][] = [];
  const visit = (file: string): number => {
    const number = order.size;
    order.set(file, number);
    lowest.set(file, number);
    open.push(file);
    let low = number;
    for (const target of targets.get(file) ?? []) {
      if (!order.has(target)) low = Math.min(low, visit(target));
      else if (open.includes(target)) low = Math.min(low, order.get(target) ?? low);
    }
    lowest.set(file, low);
    if (low === number) {
      const circle = open.splice(open.indexOf(file));
      if (circle.length > 1) circles.push(circle);
    }
    return low;
  };
  for (const file of targets.keys()) if (!order.has(file)) visit(file);
  return circles;
}

function isLooseFile(room: string): boolean {
  return room.includes(".");
}
