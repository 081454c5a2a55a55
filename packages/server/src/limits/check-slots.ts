/**
 * Bounds expensive work, such as password checks, which take 19 MiB each and a thread of the pool that also reads
 * files. Work beyond the waiting limit is refused. Networks take turns, so that a flooding one can't block the others.
 */
export interface CheckSlots {
  /** @param network takes its turn, see networkOf */
  run<Outcome>(
    network: string,
    check: () => Promise<Outcome>,
  ): Promise<
    | { readonly kind: "done"; readonly outcome: Outcome }
    /** isAllTaken: by other networks as well */
    | { readonly kind: "busy"; readonly isAllTaken: boolean }
  >;
}

interface SlotLimits {
  readonly atOnce: number;
  readonly waiting: number;
  /** Limits per network. */
  readonly perNetwork: { readonly atOnce: number; readonly waiting: number };
}

interface NetworkChecks {
  running: number;
  /** Each starts a check. */
  readonly waiting: (() => void)[];
}

export function createCheckSlots({
  atOnce,
  waiting: mostWaiting,
  perNetwork,
}: SlotLimits): CheckSlots {
  let running = 0;
  let waiting = 0;
  /** Networks with running or waiting checks; the one whose last turn is oldest comes first. */
  const networks = new Map<string, NetworkChecks>();
  const begin = (checks: NetworkChecks): void => {
    running += 1;
    checks.running += 1;
  };
  const beginNext = (): void => {
    for (const [network, checks] of networks) {
      if (running >= atOnce) return;
      if (checks.running >= perNetwork.atOnce) continue;
      const next = checks.waiting.shift();
      if (next === undefined) continue;
      waiting -= 1;
      networks.delete(network);
      networks.set(network, checks);
      begin(checks);
      next();
    }
  };
  return {
    run: async (network, check) => {
      const checks = networks.get(network) ?? { running: 0, waiting: [] };
      const isFree = running < atOnce && checks.running < perNetwork.atOnce;
      if (!isFree && (waiting >= mostWaiting || checks.waiting.length >= perNetwork.waiting))
        return { kind: "busy", isAllTaken: checks.waiting.length < perNetwork.waiting };
      networks.set(network, checks);
      if (isFree) begin(checks);
      else {
        waiting += 1;
        await new Promise<void>((resolve) => void checks.waiting.push(resolve));
      }
      try {
        return { kind: "done", outcome: await check() };
      } finally {
        running -= 1;
        checks.running -= 1;
        if (checks.running === 0 && checks.waiting.length === 0) networks.delete(network);
        beginNext();
      }
    },
  };
}
