import { expect, test } from "vitest";
import { CHANNELS, MIX_FRAME_SAMPLES } from "../audio/pcm-format.ts";
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

test("[P85] an emergency stop silences the encoder within 200 ms, from the frame being mixed", () => {
  const gains = new OperatorGains({ isPlaying: true, isFadedOut: false, volume: 75 }, () => {});
  const nextFrame = (): Float32Array => {
    const frame = new Float32Array(MIX_FRAME_SAMPLES * CHANNELS).fill(0.5);
    gains.apply(frame, 0, MIX_FRAME_SAMPLES);
    gains.applyVolume(frame);
    return frame;
  };
  expect(nextFrame().every((sample) => sample === 0.5)).toBe(true);

  gains.setPlaying(false);
  gains.setVolume(0);
  let mixed = 1;
  while (nextFrame().some((sample) => sample !== 0) && mixed < 100) mixed += 1;

  expect((mixed * MIX_FRAME_SAMPLES * 1000) / PROGRAMME_RATE_HZ).toBeLessThan(200);
});
