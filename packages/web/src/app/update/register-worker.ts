import { filesLoaded } from "./files-loaded.ts";

/**
 * Stores the app on the device once the page has loaded: the worker fetches every file of the app.
 * Over plain http only this machine may do so.
 * @returns undefined where there are no service workers
 */
export async function registerWorker(
  signal: AbortSignal,
): Promise<ServiceWorkerRegistration | undefined> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return undefined;
  await filesLoaded(signal);
  return await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
}
