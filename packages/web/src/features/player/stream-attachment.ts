/** Two ways to learn where in the programme a connection started. */
export interface AttachmentSource {
  /** Asks over the socket; the answer arrives as `stream_attached`. */
  readonly announce: (cid: string) => void;
  /** Asks over HTTP. @throws while the stream server does not know the connection yet */
  readonly fetchStartMs: (cid: string, signal: AbortSignal) => Promise<number>;
}

/** The socket normally answers within milliseconds; HTTP is the fallback. */
const ASK_AFTER_MS = [700, 1000, 2000, 4000, 8000, 15_000] as const;

/** Asks for the start of a connection until it is known or `signal` aborts. */
export function attachConnection(options: {
  readonly cid: string;
  readonly signal: AbortSignal;
  readonly source: AttachmentSource;
  readonly isAttached: () => boolean;
  readonly onAttached: (startMs: number) => void;
}): void {
  options.source.announce(options.cid);
  askLater(options, 0);
}

function askLater(options: Parameters<typeof attachConnection>[0], round: number): void {
  const delayMs = ASK_AFTER_MS[round];
  // Without an answer the page shows the live edge, a few seconds ahead of what is heard.
  if (delayMs === undefined) return;
  const timer = setTimeout(() => {
    if (options.isAttached()) return;
    options.source.fetchStartMs(options.cid, options.signal).then(
      (startMs) => {
        if (!options.signal.aborted) options.onAttached(startMs);
      },
      () => {
        if (!options.signal.aborted) askLater(options, round + 1);
      },
    );
  }, delayMs);
  options.signal.addEventListener("abort", () => clearTimeout(timer), { once: true });
}
