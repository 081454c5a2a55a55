import { useEffect, useSyncExternalStore } from "react";
import { checkPageVersion, isPageOutdated, onPageVersion } from "../../browser/page-version.ts";
import { useSocket } from "../../socket/socket-context.ts";
import { registerWorker } from "./register-worker.ts";

/**
 * Keeps the app on the device, and checks for a newer one whenever the station returns: it was restarted, perhaps with
 * another version.
 * @returns whether this page is older than the station's
 */
export function useUpdate(): boolean {
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
