import type { CaptureDevice } from "../protocol/index.ts";

/** FFmpeg's input format for a device, and the device's name within it. */
interface CaptureInput {
  readonly format: "alsa" | "oss";
  readonly device: string;
}

/** @param text of /proc/asound/pcm @returns the devices that can record */
export function parseAlsaDevices(text: string): readonly CaptureDevice[] {
  return text.split("\n").flatMap((line) => {
    const found = /^(\d+)-(\d+): ([^:]*):.*\bcapture [1-9]/.exec(line);
    if (found === null) return [];
    const [, card, device, name = ""] = found;
    return [{ id: `hw:${Number(card)},${Number(device)}`, name: name.trim() }];
  });
}

/** @param deviceNames in /dev @returns the OSS devices */
export function findOssDevices(deviceNames: readonly string[]): readonly CaptureDevice[] {
  return deviceNames
    .filter((name) => /^(?:dsp|audio)\d*$/.test(name))
    .toSorted()
    .map((name) => ({ id: `/dev/${name}`, name: `OSS ${name}` }));
}

/** @param deviceId of a device found earlier */
export function captureInputOf(deviceId: string): CaptureInput {
  return { format: deviceId.startsWith("/dev/") ? "oss" : "alsa", device: deviceId };
}
