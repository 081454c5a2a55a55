import { Sparkles } from "lucide-react";
import { useEffect, useSyncExternalStore } from "react";
import { checkPageVersion, isPageOutdated, onPageVersion } from "../../browser/page-version.ts";
import { usePlayerState } from "../../features/player/player-context.ts";
import { useSocket } from "../../socket/socket-context.ts";

/** Announces a newer version of the app. It never reloads by itself: the visitor may be listening or typing. */
export function UpdateBanner() {
  const isOutdated = useUpdate();
  const isListening = usePlayerState(({ playback }) => playback.status === "playing");
  return (
    <output aria-live="polite" className="block shrink-0">
      {isOutdated && (
        <span className="flex items-center gap-3 border-b border-primary-edge/50 bg-s2 px-4 py-1.5 text-[13px]">
          <Sparkles size={16} aria-hidden="true" className="shrink-0 text-primary-text" />
          <span className="mr-auto">
            A new version of this page is ready.
            {isListening && " Reloading interrupts the sound for a moment."}
          </span>
          <button
            type="button"
            className="button button-small"
            onClick={() => {
              location.reload();
            }}
          >
            Reload
          </button>
        </span>
      )}
    </output>
  );
}

/**
 * Keeps the app on the device, and checks for a newer one whenever the station returns: it was restarted, perhaps with
 * another version.
 * @returns whether this page is older than the station's
 */
function useUpdate(): boolean {
  const socket = useSocket();
  useEffect(() => {
    const page = new AbortController();
    const { signal } = page;
    const registered = registerWorker(signal);
    const look = async () => {
      await checkPageVersion();
      await (await registered)?.update();
    };
    const failed = (error: unknown) => {
      if (!signal.aborted) console.warn("can't register or update the service worker", error);
    };
    registered.catch(failed);
    const unsubscribe = socket.subscribe(() => {
      if (socket.state === "CONNECTED") look().catch(failed);
    });
    return () => {
      unsubscribe();
      page.abort();
    };
  }, [socket]);
  return useSyncExternalStore(onPageVersion, isPageOutdated);
}

/**
 * Stores the app on the device once the page has loaded: the worker fetches every file of the app. Over plain http,
 * browsers allow this only on the station's own machine.
 * @returns undefined without service worker support
 */
async function registerWorker(signal: AbortSignal): Promise<ServiceWorkerRegistration | undefined> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return undefined;
  await filesLoaded(signal);
  return await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
}

/** The page counts as loaded once no file has arrived for this long. */
const REST_MS = 1500;
/** Maximum wait: some pages never become idle. */
const LONGEST_MS = 30_000;

/**
 * Waits until the files of the first screen have loaded.
 * @throws the reason of the signal
 */
export async function filesLoaded(signal: AbortSignal): Promise<void> {
  const rest = Promise.withResolvers<void>();
  const begin = () => setTimeout(() => rest.resolve(), REST_MS);
  let timer = begin();
  const limit = setTimeout(() => rest.resolve(), LONGEST_MS);
  const arrivals = new PerformanceObserver(() => {
    clearTimeout(timer);
    timer = begin();
  });
  const stop = () => rest.reject(signal.reason);
  signal.addEventListener("abort", stop, { once: true });
  try {
    arrivals.observe({ type: "resource" });
    await rest.promise;
  } finally {
    arrivals.disconnect();
    clearTimeout(timer);
    clearTimeout(limit);
    signal.removeEventListener("abort", stop);
  }
}
