import {
  isSameFormat,
  whyUnsupported,
  type Codec,
  type StreamFormat,
} from "../formats/stream-formats.ts";
import { mountFacts } from "../stream/mount-facts.ts";

type MountFormat =
  | { readonly kind: "mount"; readonly format: StreamFormat }
  | { readonly kind: "not-a-mount"; readonly reason: string };

/**
 * Encoding of a master's mount, by its answer.
 * @param header by its lower-case name
 * @param expected the master's settings, for what the answer leaves out
 */
export function formatOfAnswer(
  codec: Codec,
  header: (name: string) => string | undefined,
  expected: StreamFormat,
): MountFormat {
  const { contentType, path } = mountFacts[codec];
  if (header("content-type")?.split(";")[0]?.trim() !== contentType)
    return { kind: "not-a-mount", reason: `The master's ${path} is not ${contentType}` };
  const info = header("ice-audio-info") ?? "";
  const told = new Map(info.split(";").map((field) => numberIn(field)));
  const format = {
    codec,
    bitrateKbps: told.get("bitrate") ?? expected.bitrateKbps,
    sampleRateHz: told.get("samplerate") ?? expected.sampleRateHz,
    channels: told.get("channels") ?? expected.channels,
  };
  if (isSameFormat(format, expected)) return { kind: "mount", format };
  const reason = whyUnsupported(format);
  return reason === null ? { kind: "mount", format } : { kind: "not-a-mount", reason };
}

/** A field such as `bitrate=192`. */
function numberIn(field: string): readonly [name: string, value: number | undefined] {
  const [name = "", value = ""] = field.trim().split("=");
  return [name, /^\d{1,6}$/.test(value) ? Number(value) : undefined];
}
