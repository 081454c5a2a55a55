import { filesLoaded } from "./files-loaded.ts";

/**
 * Stores the app on the device once the page has loaded: the worker fetches every file of the app. Over plain http,
 * browsers allow this only on the station's own machine.
 * @returns undefined without service worker support
 */
export async function registerWorker(
  signal: AbortSignal,
): Promise<ServiceWorkerRegistration | undefined> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return undefined;
  await filesLoaded(signal);
  return await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
}
