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
