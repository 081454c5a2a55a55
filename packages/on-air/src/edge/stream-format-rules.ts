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
 * How a mount of the master is encoded, by its answer.
 * @param header of a name in small letters
 * @param expected what the master's settings say, for what the answer leaves out
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
