import type { CaptureDevice } from "../protocol/index.ts";

/** FFmpeg's name of the input that opens a device, and what that input calls it. */
interface CaptureInput {
  readonly format: "alsa" | "oss";
  readonly device: string;
}

/** @param text of /proc/asound/pcm @returns what sound can be taken from */
export function parseAlsaDevices(text: string): readonly CaptureDevice[] {
  return text.split("\n").flatMap((line) => {
    const found = /^(\d+)-(\d+): ([^:]*):.*\bcapture [1-9]/.exec(line);
    if (found === null) return [];
    const [, card, device, name = ""] = found;
    return [{ id: `hw:${Number(card)},${Number(device)}`, name: name.trim() }];
  });
}

/** @param deviceNames in /dev @returns those of OSS */
export function findOssDevices(deviceNames: readonly string[]): readonly CaptureDevice[] {
  return deviceNames
    .filter((name) => /^(?:dsp|audio)\d*$/.test(name))
    .toSorted()
    .map((name) => ({ id: `/dev/${name}`, name: `OSS ${name}` }));
}

/** @param deviceId of a device that was found */
export function captureInputOf(deviceId: string): CaptureInput {
  return { format: deviceId.startsWith("/dev/") ? "oss" : "alsa", device: deviceId };
}
