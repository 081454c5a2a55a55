import type { OnAirSettings } from "@neonrelay/on-air/protocol";
import { changeRadioState } from "./on-air-store.ts";
import { captureDeviceOf, describeAudioSource, isAudioSource } from "./audio-source-rules.ts";
import type { RadioParts } from "./radio-actions.ts";
import type { Operator } from "../identity/rights-rules.ts";
import type { ControlParts } from "./radio-change-actions.ts";
import {
  decideFormat,
  decideMounts,
  type FormatDecision,
  mountsAfter,
  type MountDecision,
  type MountsChange,
  type StreamFormat,
} from "../settings/stream-format-rules.ts";

/** on-air has it, or gets it once it responds: it is stored either way. */
type StreamChange = { readonly kind: "on-air" } | { readonly kind: "not-answering" };

type StreamStart =
  | { readonly kind: "on-air"; readonly notice: string | null }
  | { readonly kind: "not-answering" }
  | { readonly kind: "unknown-source" };

type StreamConfiguration =
  | StreamChange
  | Exclude<FormatDecision | MountDecision, { kind: "supported" }>;

/** How long on-air may take to carry out a command, in ms. */
const FOLLOW_LIMIT_MS = 5000;

/** @param audioSource undefined: keeps the previous choice */
export async function startStream(
  parts: ControlParts,
  { audioSource, by }: { readonly audioSource: string | undefined; readonly by: Operator },
): Promise<StreamStart> {
  if (audioSource !== undefined && !isAudioSource(audioSource, parts.link.status))
    return { kind: "unknown-source" };
  const stored = await changeRadioState(parts.database.connection, {
    isStreaming: true,
    audioSource,
  });
  parts.events.publish({ type: "radio.changed" });
  const details = { audioSource: stored.audioSource };
  parts.systemLog.recordOperatorAction({ who: by.caller, action: "started the stream", details });
  const { kind } = await onAirFollows(parts, {
    isStreaming: true,
    captureDeviceId: captureDeviceOf(stored.audioSource),
  });
  return kind === "on-air"
    ? { kind, notice: describeAudioSource(stored.audioSource, parts.link.status).notice }
    : { kind };
}

export async function stopStream(
  parts: ControlParts,
  { by }: { readonly by: Operator },
): Promise<StreamChange> {
  await changeRadioState(parts.database.connection, { isStreaming: false });
  parts.events.publish({ type: "radio.changed" });
  const action = "stopped the stream";
  parts.systemLog.recordOperatorAction({ who: by.caller, action, details: null });
  return await onAirFollows(parts, { isStreaming: false });
}

export async function configureStream(
  parts: ControlParts,
  {
    format,
    mounts,
    by,
  }: {
    readonly format: StreamFormat & { readonly channels: number };
    readonly mounts: MountsChange;
    readonly by: Operator;
  },
): Promise<StreamConfiguration> {
  const decision = decideFormat(format);
  if (decision.kind !== "supported") return decision;
  const { bitrate: bitrateKbps, sampleRate: sampleRateHz, channels } = format;
  const decided = await parts.settings.changeWith(async (stored) => {
    const columns = { bitrateKbps, sampleRateHz, channels, ...mountsAfter(stored, mounts) };
    const outcome: MountDecision = decideMounts(columns, format);
    return {
      change: outcome.kind === "supported" ? columns : null,
      outcome: { decision: outcome, columns },
    };
  });
  if (decided.decision.kind !== "supported") return decided.decision;
  const action = "configured the stream";
  const details = { ...format, ...mounts };
  parts.systemLog.recordOperatorAction({ who: by.caller, action, details });
  return await onAirFollows(parts, decided.columns);
}

/** Waits until on-air reports these settings. */
async function onAirFollows(
  { link, events }: RadioParts,
  wanted: Partial<OnAirSettings>,
): Promise<StreamChange> {
  const followed = Promise.withResolvers<StreamChange>();
  const look = (): void => {
    const settings = new Map<string, unknown>(Object.entries(link.status?.settings ?? {}));
    if (!link.isUp) followed.resolve({ kind: "not-answering" });
    else if (Object.entries(wanted).every(([name, value]) => settings.get(name) === value))
      followed.resolve({ kind: "on-air" });
  };
  const unsubscribe = events.subscribe((event) => {
    if (event.type === "on-air.changed") look();
  });
  const limit = setTimeout(() => followed.resolve({ kind: "not-answering" }), FOLLOW_LIMIT_MS);
  try {
    look();
    return await followed.promise;
  } finally {
    clearTimeout(limit);
    unsubscribe();
  }
}
