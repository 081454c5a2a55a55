import { decideAnswer, outdatedShells } from "./shell-rules.ts";

/** Missing from the DOM types, which describe pages. */
interface ExtendableEvent extends Event {
  waitUntil(work: Promise<unknown>): void;
}
interface FetchEvent extends ExtendableEvent {
  readonly request: Request;
  respondWith(answer: Promise<Response>): void;
}
interface WorkerScope {
  readonly location: Location;
  readonly clients: { claim(): Promise<void> };
  skipWaiting(): Promise<void>;
  addEventListener(type: "install" | "activate", listener: (event: ExtendableEvent) => void): void;
  addEventListener(type: "fetch", listener: (event: FetchEvent) => void): void;
}
declare const self: WorkerScope;
/** Inserted by the build: paths of all the app's files, and a version name for this set. */
declare const SHELL_FILES: readonly string[];
declare const SHELL_VERSION: string;

const PREFIX = "neonrelay-shell-";
const PRESENT = `${PREFIX}${SHELL_VERSION}`;
/** The document of every page. */
const PAGE = "/";
/** A slower response counts as offline; the page then says so and recovers by itself. */
const PAGE_LIMIT_MS = 5000;
const files = new Set(SHELL_FILES);

self.addEventListener("install", (event) => {
  event.waitUntil(keepShell());
});
self.addEventListener("activate", (event) => {
  event.waitUntil(takeOver());
});
self.addEventListener("fetch", (event) => {
  const { request } = event;
  const { method, mode, url } = request;
  const answer = decideAnswer(
    { method, mode, url, hasRange: request.headers.has("range") },
    { origin: self.location.origin, files },
  );
  if (answer === "page") event.respondWith(answerPage(request));
  if (answer === "file") event.respondWith(answerFile(request));
});

async function keepShell(): Promise<void> {
  const shell = await caches.open(PRESENT);
  await shell.addAll([new Request(PAGE, { cache: "no-cache" }), ...files]);
  // Safe at once: open pages keep their files, and no audio passes through a worker.
  await self.skipWaiting();
}

async function takeOver(): Promise<void> {
  const names = outdatedShells(await caches.keys(), { prefix: PREFIX, present: PRESENT });
  await Promise.all(names.map((name) => caches.delete(name)));
  await self.clients.claim();
}

/** The station's page, so that visitors get new versions; the stored one if the station does not answer. */
async function answerPage(request: Request): Promise<Response> {
  const kept = async () => await (await caches.open(PRESENT)).match(PAGE);
  try {
    const answer = await fetch(request, { signal: AbortSignal.timeout(PAGE_LIMIT_MS) });
    // A proxy answers for a station that is down.
    return answer.status >= 502 ? ((await kept()) ?? answer) : answer;
  } catch (error) {
    const page = await kept();
    if (page === undefined) throw error;
    return page;
  }
}

/** From the current version, else the previous one, else the station. */
async function answerFile(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  const shell = await caches.open(PRESENT);
  return (await shell.match(pathname)) ?? (await caches.match(pathname)) ?? (await fetch(request));
}
