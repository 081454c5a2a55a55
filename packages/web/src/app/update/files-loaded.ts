/** What a page begins with, its panels and pictures, is there once nothing has arrived for so long. */
const REST_MS = 1500;
/** Waited at most: there are pages that never rest. */
const LONGEST_MS = 30_000;

/**
 * Waits until the network has nothing more to bring for the first picture of the page.
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
