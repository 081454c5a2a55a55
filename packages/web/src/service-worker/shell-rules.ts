/** How the service worker treats a request; `network` means that it does not touch it at all. */
type ShellAnswer = "page" | "file" | "network";

interface ShellRequest {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  /** A player asks for a part: what answers it must be the server itself. */
  readonly hasRange: boolean;
}

/** The names of built files contain a hash, so a stored file never becomes outdated. */
const BUILT_FILES = "/assets/";
const notOfTheApp = /^\/(?:api|docs|hls|ws|metrics|live)(?:\/|$)|\.[^/.]*$/;

/**
 * Decides what the worker answers: the app's pages and its files, and nothing else. The stream, the API, covers and the
 * socket go past it, because a worker that is stopped by the browser would take the sound along.
 * @param shell origin of the station and the paths of the files that are kept on the device
 */
export function decideAnswer(
  request: ShellRequest,
  shell: { readonly origin: string; readonly files: ReadonlySet<string> },
): ShellAnswer {
  const { origin, pathname } = new URL(request.url);
  if (request.method !== "GET" || request.hasRange || origin !== shell.origin) return "network";
  if (request.mode === "navigate") return notOfTheApp.test(pathname) ? "network" : "page";
  return pathname.startsWith(BUILT_FILES) || shell.files.has(pathname) ? "file" : "network";
}

/**
 * Which kept versions may go. The one before the present stays: pages that were opened with it still load parts of it.
 * @param names of all caches in the order in which they were made
 */
export function outdatedShells(
  names: readonly string[],
  { prefix, present }: { readonly prefix: string; readonly present: string },
): readonly string[] {
  return names.filter((name) => name.startsWith(prefix) && name !== present).slice(0, -1);
}
