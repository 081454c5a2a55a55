/** How the service worker handles a request; `network` means it ignores it. */
type ShellAnswer = "page" | "file" | "network";

interface ShellRequest {
  readonly method: string;
  readonly mode: string;
  readonly url: string;
  /** A player requests a byte range, which only the server can answer. */
  readonly hasRange: boolean;
}

/** The names of built files contain a hash, so a stored file never becomes outdated. */
const BUILT_FILES = "/assets/";
const notOfTheApp = /^\/(?:api|docs|hls|ws|metrics|live)(?:\/|$)|\.[^/.]*$/;

/**
 * Decides what the worker answers: only the app's pages and files. The stream, the API, covers and the socket bypass
 * it: browsers stop workers at will, which would stop the sound.
 * @param shell the station's origin, and the paths of the stored files
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
 * Which stored versions to delete. The previous one stays: pages opened with it still load parts of it.
 * @param names all caches, oldest first
 */
export function outdatedShells(
  names: readonly string[],
  { prefix, present }: { readonly prefix: string; readonly present: string },
): readonly string[] {
  return names.filter((name) => name.startsWith(prefix) && name !== present).slice(0, -1);
}
