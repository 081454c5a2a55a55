/**
 * Has the browser keep the app on the device, once the page itself has loaded. Over plain http only this very machine
 * may do so.
 * @returns undefined where there are no service workers
 */
export async function keepShell(
  signal: AbortSignal,
): Promise<ServiceWorkerRegistration | undefined> {
  if (!isSecureContext || !("serviceWorker" in navigator)) return undefined;
  await pageLoad(signal);
  return await navigator.serviceWorker.register("/service-worker.js", { updateViaCache: "none" });
}

async function pageLoad(signal: AbortSignal): Promise<void> {
  if (document.readyState === "complete") return;
  const { promise, resolve } = Promise.withResolvers<void>();
  window.addEventListener("load", () => resolve(), { once: true, signal });
  await promise;
}
