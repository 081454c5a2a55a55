import { readdirSync, readFileSync, statSync } from "node:fs";
import type { CaptureDevice } from "../protocol/index.ts";
import { findOssDevices, parseAlsaDevices } from "./capture-rules.ts";

const ALSA_LIST = "/proc/asound/pcm";
const DEVICES = "/dev";

/** This host's devices that can record. */
export function findCaptureDevices(): readonly CaptureDevice[] {
  return [...alsaDevices(), ...ossDevices()];
}

function alsaDevices(): readonly CaptureDevice[] {
  try {
    return parseAlsaDevices(readFileSync(ALSA_LIST, "utf8"));
  } catch {
    return []; // no ALSA
  }
}

function ossDevices(): readonly CaptureDevice[] {
  try {
    const devices = findOssDevices(readdirSync(DEVICES));
    return devices.filter(({ id }) => statSync(id, { throwIfNoEntry: false })?.isCharacterDevice());
  } catch {
    return []; // no such folder
  }
}
