import { unmeasuredSilence } from "../formats/silence-rules.ts";

/** The result of listening to an address like a player. */
export type Hearing =
  | {
      readonly kind: "sound";
      readonly codec: string;
      readonly bitrateKbps: number | null;
      /** Of the loudest second, in dBFS; -Infinity for digital silence. */
      readonly levelDb: number;
      readonly title: string | null;
      /** From the start of the connection to the first sound, in ms. */
      readonly firstSoundMs: number;
    }
  | { readonly kind: "not-audio" }
  | { readonly kind: "nothing-came" }
  | { readonly kind: "status"; readonly status: number }
  /** `reason` is the system's code or a sentence of TLS. */
  | { readonly kind: "no-connection"; readonly reason: string };

/** What to tell people about it, and what to do if the station was not heard. */
interface HearingReport {
  readonly isHeard: boolean;
  readonly lines: readonly string[];
}

/** @param where the address connected to */
export function reportHearing(hearing: Hearing, where: string): HearingReport {
  const notHeard = (found: string, advice: string): HearingReport => ({
    isHeard: false,
    lines: [`Not heard at ${where}: ${found}.`, advice],
  });
  switch (hearing.kind) {
    case "sound": {
      const { codec, bitrateKbps, levelDb, title, firstSoundMs } = hearing;
      if (levelDb < unmeasuredSilence.belowDb)
        return notHeard(
          "the stream is silent",
          "Look at what plays and at the volume in the web app, or at `npm run station -- doctor`.",
        );
      const bitrate = bitrateKbps === null ? "" : ` at ${bitrateKbps} kbit/s`;
      return {
        isHeard: true,
        lines: [
          `Heard at ${where}: ${codec}${bitrate}, ${Math.round(levelDb)} dBFS, the first sound after ${Math.round(firstSoundMs)} ms.`,
          `Title: ${title ?? "none"}`,
        ],
      };
    }
    case "not-audio":
      return notHeard(
        "what comes is not audio",
        "Name the address of the stream, which ends with /stream.mp3.",
      );
    case "nothing-came":
      return notHeard(
        "the connection is open, but no sound comes",
        "A proxy that collects answers before it passes them on does this: see docs/behind-a-proxy.md.",
      );
    case "status":
      return notHeard(`the answer has status ${hearing.status}`, statusAdvice(hearing.status));
    case "no-connection":
      return notHeard(hearing.reason, connectionAdvice(hearing.reason));
    default:
      return hearing satisfies never;
  }
}

function statusAdvice(status: number): string {
  switch (status) {
    case 404:
      return "No active stream has this address: see Settings, Streaming.";
    case 502:
    case 503:
    case 504:
      return "The proxy answers but the station behind it does not, or is still starting: see both logs.";
    default:
      return "Check the address, and the proxy in front of the station.";
  }
}

function connectionAdvice(reason: string): string {
  if (reason === "ECONNREFUSED")
    return "Nothing listens there: start the station, and set HOST=0.0.0.0 (or STREAM_HOST) so that other machines reach it.";
  if (["ETIMEDOUT", "EHOSTUNREACH", "ENETUNREACH"].includes(reason))
    return "Let the port through firewall and router, and check that the address is this machine's.";
  if (["ENOTFOUND", "EAI_AGAIN"].includes(reason))
    return "The name is not known: add a DNS record for it, or wait until the new one has spread.";
  if (/ALTNAME|CERT|SIGNED|SSL|TLS|ISSUER/.test(reason))
    return "Players refuse this certificate: it must be for this name, not expired, with its whole chain.";
  return "Check the address, the firewall, and that the station runs.";
}
