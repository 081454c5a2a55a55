/**
 * Bounds the password checks at once: each takes 19 MiB and a thread that files are read with too. More than may
 * wait are not done at all.
 */
export interface CheckSlots {
  run<Outcome>(
    check: () => Promise<Outcome>,
  ): Promise<{ readonly kind: "done"; readonly outcome: Outcome } | { readonly kind: "busy" }>;
}

export function createCheckSlots({
  atOnce,
  waiting,
}: {
  readonly atOnce: number;
  readonly waiting: number;
}): CheckSlots {
  let running = 0;
  const queue: (() => void)[] = [];
  return {
    run: async (check) => {
      if (running >= atOnce && queue.length >= waiting) return { kind: "busy" };
      if (running >= atOnce) await new Promise<void>((resolve) => void queue.push(resolve));
      else running += 1;
      try {
        return { kind: "done", outcome: await check() };
      } finally {
        const next = queue.shift();
        if (next === undefined) running -= 1;
        else next(); // it takes this slot
      }
    },
  };
}
