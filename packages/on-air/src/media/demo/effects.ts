import { SAMPLE_RATE_HZ } from "./song-timing.ts";
import type { StereoBuffer } from "./oscillators.ts";

const combSamples = [1116, 1188, 1277, 1356, 1422, 1491];
const allPassSamples = [556, 441, 341, 225];
/** The right channel's delays are longer by this, which makes the room wide. */
const STEREO_SPREAD_SAMPLES = 23;
/** Keeps decaying filters out of denormal numbers, which cost a hundred times more. */
const TINY = 1e-12;

/** Adds the sound of a room for `send` to `output`. @param size 0 (closet) to 1 (cathedral) */
export function addReverb({
  output,
  send,
  size,
}: {
  readonly output: StereoBuffer;
  readonly send: Float32Array;
  readonly size: number;
}): void {
  const room = new Float32Array(send.length);
  for (const [channel, spread] of [
    [output.left, 0],
    [output.right, STEREO_SPREAD_SAMPLES],
  ] as const) {
    room.fill(0);
    for (const length of combSamples)
      addComb({ send, room, lengthSamples: length + spread, feedback: 0.7 + 0.27 * size });
    for (const length of allPassSamples) allPass(room, length + spread);
    for (let index = 0; index < room.length; index += 1)
      channel[index] = (channel[index] ?? 0) + (room[index] ?? 0);
  }
}

function addComb({
  send,
  room,
  lengthSamples,
  feedback,
}: {
  readonly send: Float32Array;
  readonly room: Float32Array;
  readonly lengthSamples: number;
  readonly feedback: number;
}): void {
  const line = new Float32Array(lengthSamples);
  let at = 0;
  let damped = 0;
  for (let index = 0; index < send.length; index += 1) {
    const delayed = line[at] ?? 0;
    damped += 0.7 * (delayed - damped) + TINY;
    line[at] = (send[index] ?? 0) * 0.05 + damped * feedback;
    at = at + 1 === lengthSamples ? 0 : at + 1;
    room[index] = (room[index] ?? 0) + delayed;
  }
}

function allPass(room: Float32Array, lengthSamples: number): void {
  const line = new Float32Array(lengthSamples);
  let at = 0;
  for (let index = 0; index < room.length; index += 1) {
    const input = room[index] ?? 0;
    const delayed = line[at] ?? 0;
    line[at] = input + delayed * 0.5 + TINY;
    at = at + 1 === lengthSamples ? 0 : at + 1;
    room[index] = delayed - input * 0.5;
  }
}

/** Adds echoes of `send` to `output`, from ear to ear, each darker than the last. */
export function addEcho({
  output,
  send,
  delaySamples,
}: {
  readonly output: StereoBuffer;
  readonly send: Float32Array;
  readonly delaySamples: number;
}): void {
  const left = new Float32Array(delaySamples);
  const right = new Float32Array(delaySamples);
  let at = 0;
  let dark = 0;
  for (let index = 0; index < send.length; index += 1) {
    const fromLeft = left[at] ?? 0;
    const fromRight = right[at] ?? 0;
    dark += 0.45 * (fromRight - dark) + TINY;
    left[at] = (send[index] ?? 0) + dark * 0.45;
    right[at] = fromLeft * 0.85;
    at = at + 1 === delaySamples ? 0 : at + 1;
    output.left[index] = (output.left[index] ?? 0) + fromLeft;
    output.right[index] = (output.right[index] ?? 0) + fromRight;
  }
}

/** Thickens a layer in place with one moving copy per ear. */
export function chorus(buffer: StereoBuffer, depthMs: number): void {
  const size = 4096;
  for (const [channel, turn] of [
    [buffer.left, 0],
    [buffer.right, 0.25],
  ] as const) {
    const line = new Float32Array(size);
    const depth = (depthMs * SAMPLE_RATE_HZ) / 1000;
    const base = depth + 0.008 * SAMPLE_RATE_HZ;
    for (let index = 0; index < channel.length; index += 1) {
      const input = channel[index] ?? 0;
      line[index & (size - 1)] = input;
      // A parabola instead of a sine for the sweep: inaudible, but much cheaper.
      const turned = ((0.55 * index) / SAMPLE_RATE_HZ + turn) % 1;
      const half = turned < 0.5 ? turned * 4 - 1 : 3 - turned * 4;
      const delay = base + depth * half * (1.5 - 0.5 * half * half);
      const whole = Math.floor(delay);
      const part = delay - whole;
      const near = line[(index - whole) & (size - 1)] ?? 0;
      const far = line[(index - whole - 1) & (size - 1)] ?? 0;
      channel[index] = 0.75 * input + 0.6 * (near + (far - near) * part);
    }
  }
}
