export const areas = ["on-air", "server", "web", "irc", "launcher", "deploy"] as const;
type Area = (typeof areas)[number];

const packageAreas: Readonly<Record<string, Area>> = {
  contract: "server",
  irc: "irc",
  launcher: "launcher",
  "on-air": "on-air",
  process: "launcher",
  server: "server",
  web: "web",
};

/** Whole-station suites that prove a promise of one part. Others test how the parts work together: `launcher`. */
const stationAreas: readonly (readonly [Area, RegExp])[] = [
  ["web", /\.e2e\.|^in-step/],
  ["on-air", /^(?:dj|hls-storage|killed-on-air|stream-)/],
  [
    "server",
    /^(?:bad-input|filled-hour|hostile-music|killed-up|music-source|programme|queue-undo)/,
  ],
];

/** The area of a suite by its path within the project; undefined for tests of the project's own tools. */
export function areaOf(suite: string): Area | undefined {
  const [, name = "", folder = ""] = suite.split("/");
  if (!suite.startsWith("packages/")) return undefined;
  if (name !== "test-station") return packageAreas[name];
  if (folder === "deploy") return "deploy";
  const file = suite.slice(suite.lastIndexOf("/") + 1);
  return stationAreas.find(([, pattern]) => pattern.test(file))?.[0] ?? "launcher";
}
