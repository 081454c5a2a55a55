import { coverSource, PLAYER_COVER_PX } from "./cover-source.ts";
import { firstNowPlaying } from "./first-now-playing.ts";

// A small script that runs while the app's scripts still load, and preloads what they will request
// next. It ignores failures: they recur where the result is used, and are reported there.

/** What the app requests first for a page, besides what index.html requests for every page. */
const pageCalls: Readonly<Record<string, string>> = { "/playlist": "/api/queue" };

for (const file of filesOf(location.pathname)) {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.crossOrigin = "anonymous";
  link.href = file;
  document.head.append(link);
}

const call = pageCalls[location.pathname];
// If the app already runs, it requests this itself.
if (call !== undefined && window.firstNowPlaying === undefined) {
  const link = document.createElement("link");
  link.rel = "preload";
  link.as = "fetch";
  link.crossOrigin = "use-credentials";
  link.href = call;
  document.head.append(link);
}

if (location.pathname === "/") void loadCover();

async function loadCover(): Promise<void> {
  const { src, srcSet } = coverSource(coverIn(await firstNowPlaying()), PLAYER_COVER_PX);
  const cover = new Image();
  cover.fetchPriority = "high";
  if (srcSet !== undefined) cover.srcset = srcSet;
  cover.src = src;
}

/** The scripts of one route, as the build wrote them into the page. */
function filesOf(route: string): readonly string[] {
  const table: unknown = JSON.parse(document.querySelector("#page-files")?.textContent ?? "{}");
  const files = propertyOf(table, route);
  return Array.isArray(files) ? files.filter((file) => typeof file === "string") : [];
}

function coverIn(nowPlaying: unknown): string | undefined {
  const cover = propertyOf(propertyOf(propertyOf(nowPlaying, "now"), "track"), "albumArt");
  return typeof cover === "string" ? cover : undefined;
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
