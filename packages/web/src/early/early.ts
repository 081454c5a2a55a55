import { coverSource, PLAYER_COVER_PX } from "./cover-source.ts";
import { firstAnswer } from "./first-answer.ts";
import { followTheme } from "./theme.ts";

// A small script that runs while the app's scripts still load, and preloads what they will request
// next. It ignores failures: they recur where the result is used, and are reported there.

// The first paint waits for this script, so that no page flashes up in the other theme.
followTheme();

/** What the app requests first for a page, besides what index.html requests for every page. */
const pageCalls: Readonly<Record<string, string>> = { "/playlist": "/api/queue" };
/** The same, for what a page's gate hides. */
const callsBehind: Readonly<Record<string, string>> = { "/settings": "/api/station-settings" };

const page = propertyOf(filesOfPages(), location.pathname);
for (const file of textsIn(propertyOf(page, "files"))) preloadScript(file);

// If the app already runs, it requests these itself.
if (window.firstAnswers === undefined) {
  preloadCall(pageCalls[location.pathname]);
  void loadBehindGate(propertyOf(page, "behind"));
}

void showWhatPlays();

/** Shows what plays until the app does; the dashboard then finds its cover loaded. */
async function showWhatPlays(): Promise<void> {
  const now = propertyOf(await firstAnswer("/api/now-playing"), "now");
  const screen = document.querySelector(".tuning-in");
  if (now === undefined || (screen === null && location.pathname !== "/")) return;
  const { src, srcSet } = coverSource(coverOf(now), PLAYER_COVER_PX);
  const cover = screen?.querySelector("img") ?? new Image();
  cover.fetchPriority = "high";
  if (srcSet !== undefined) cover.srcset = srcSet;
  cover.src = src;
  const names = textsIn([propertyOf(now, "title"), propertyOf(now, "artist")]);
  screen?.setAttribute("data-plays", names.filter((name) => name !== "").join(" · "));
}

/** Preloads what only users with a right see, if the session has that right. */
async function loadBehindGate(behind: unknown): Promise<void> {
  const right = propertyOf(behind, "right");
  if (right === undefined) return;
  const rights: readonly unknown[] = textsIn(
    propertyOf(await firstAnswer("/api/session"), "rights"),
  );
  if (!rights.includes(right)) return;
  for (const file of textsIn(propertyOf(behind, "files"))) preloadScript(file);
  preloadCall(callsBehind[location.pathname]);
}

function preloadScript(file: string): void {
  const link = document.createElement("link");
  link.rel = "modulepreload";
  link.crossOrigin = "anonymous";
  link.href = file;
  document.head.append(link);
}

function preloadCall(path: string | undefined): void {
  if (path === undefined) return;
  const link = document.createElement("link");
  link.rel = "preload";
  link.as = "fetch";
  link.crossOrigin = "use-credentials";
  link.href = path;
  document.head.append(link);
}

/** The scripts of each route, written into the page by the build. */
function filesOfPages(): unknown {
  return JSON.parse(document.querySelector("#page-files")?.textContent ?? "{}");
}

function coverOf(play: unknown): string | undefined {
  const cover = propertyOf(propertyOf(play, "track"), "albumArt");
  return typeof cover === "string" ? cover : undefined;
}

function textsIn(list: unknown): readonly string[] {
  return Array.isArray(list) ? list.filter((text) => typeof text === "string") : [];
}

function propertyOf(value: unknown, name: string): unknown {
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
