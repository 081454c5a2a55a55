import { expect, test } from "vitest";
import { PROGRAMME_RATE_HZ, type EngineEvent } from "./engine-protocol.ts";
import { OperatorGains } from "./operator-gains.ts";

test("[P81] after a fade-out the next track is heard, and the outgoing one stays as quiet as it is", () => {
  const events: EngineEvent[] = [];
  const gains = new OperatorGains({ isPlaying: true, isFadedOut: false, volume: 75 }, (event) =>
    events.push(event),
  );
  gains.fade({ direction: "out", fadeMs: 1000 });
  gains.apply(new Float32Array(PROGRAMME_RATE_HZ), 0, PROGRAMME_RATE_HZ / 2);

  const outgoing = gains.openFader();

  expect(outgoing).toBeCloseTo(0.5, 2);
  expect(gains.isOpen).toBe(true);
  expect(gains.openFader()).toBe(1);
  expect(events).toEqual([
    { kind: "faded", direction: "out" },
    { kind: "faded", direction: "in" },
  ]);
});
