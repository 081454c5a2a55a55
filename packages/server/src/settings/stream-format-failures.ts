import { ApiFailure } from "../http-kit/api-failure.ts";
import { noOldAddressWords, type NoOldAddress } from "./old-address-rules.ts";
import type { NoSuchBitrate, NoSuchMountBitrate, NoSuchSampleRate } from "./stream-format-rules.ts";

export function noSuchSampleRate({ supported }: NoSuchSampleRate): ApiFailure {
  return new ApiFailure({
    error: `sampleRate: must be ${anyOf(supported)}`,
    code: "invalid_request",
    field: "sampleRate",
  });
}

export function noSuchBitrate({ bitrate, sampleRate, nearest }: NoSuchBitrate): ApiFailure {
  return new ApiFailure({
    error: `bitrate: MP3 has no ${bitrate} kbit/s at ${sampleRate} Hz; the closest supported rate is ${anyOf(nearest)}`,
    code: "invalid_request",
    field: "bitrate",
  });
}

export function noOldAddress(refused: NoOldAddress): ApiFailure {
  return new ApiFailure({
    error: noOldAddressWords(refused),
    code: "invalid_request",
    field: "oldAddresses",
  });
}

export function noSuchMountBitrate({ mount, bitrate, supported }: NoSuchMountBitrate): ApiFailure {
  const field = `mounts.${mount}.bitrate`;
  const name = mount === "opus" ? "Opus" : "AAC at this sample rate";
  return new ApiFailure({
    error: `${field}: ${name} has no ${bitrate} kbit/s here; choose ${anyOf(supported)}`,
    code: "invalid_request",
    field,
  });
}

function anyOf(numbers: readonly number[]): string {
  return new Intl.ListFormat("en", { type: "disjunction" }).format(numbers.map(String));
}
