import {
  requestPresets,
  requestRulesSchema,
  requestTurnsSchema,
  retentionSchema,
  separationSchema,
  type StationPolicy,
  type StationSettings,
  type StationSettingsChange,
  stationSettingsSchema,
} from "@neonrelay/contract";
import { addOldAddresses, type NoOldAddress } from "./old-address-rules.ts";
import { decideBitrate, type NoSuchBitrate } from "./stream-format-rules.ts";
import { isLoopbackAddress } from "@neonrelay/process/client-address";

/** What people have done of the set-up; the rest shows in the settings themselves. */
export const setUpAnswers = ["name", "time-zone", "programme", "dismissed"] as const;
type SetUpAnswer = (typeof setUpAnswers)[number];

/** The stored settings; the volume is stored with the radio state. */
type KnownSettings = Omit<StationSettings, "volume" | "bitrate"> & {
  readonly bitrateKbps: number;
  readonly sampleRateHz: number;
};

/** Omitted and undefined fields stay. */
type ChangedSettings = Omit<
  StationSettingsChange,
  | "volume"
  | "bitrate"
  | "requestRules"
  | "requestTurns"
  | "requestPreset"
  | "separation"
  | "retention"
> &
  Pick<KnownSettings, "requestRules" | "requestTurns" | "separation" | "retention"> & {
    readonly bitrateKbps: number | undefined;
    readonly setUpAnswers: SetUpAnswer[];
  };

export type SettingsDecision =
  | {
      readonly kind: "changed";
      readonly settings: ChangedSettings;
      readonly volume: number | undefined;
    }
  | NoSuchBitrate
  | { readonly kind: "needs-super-admin" }
  | NoOldAddress;

/**
 * The settings as defined by the contract, without internal columns.
 * @param volume of the radio state
 * @throws ZodError when stored values are out of bounds
 */
export function toStationSettings(stored: KnownSettings, volume: number): StationSettings {
  return stationSettingsSchema.parse({ ...stored, volume, bitrate: stored.bitrateKbps });
}

/** @param mayAllowHosts whether `allowedStreamHosts` may change */
export function decideSettingsChange(
  stored: Pick<
    KnownSettings,
    | "sampleRateHz"
    | "requestRules"
    | "requestTurns"
    | "separation"
    | "retention"
    | "allowedStreamHosts"
  > & { readonly setUpAnswers: readonly SetUpAnswer[] },
  change: StationSettingsChange,
  { mayAllowHosts }: { readonly mayAllowHosts: boolean },
): SettingsDecision {
  const { allowedStreamHosts: hosts } = change;
  if (!mayAllowHosts && hosts !== undefined && hosts.join() !== stored.allowedStreamHosts.join())
    return { kind: "needs-super-admin" };
  const old = addOldAddresses([], change.oldAddresses ?? []);
  const [refused] = old.refused;
  if (refused !== undefined) return { kind: "no-old-address", ...refused };
  const { volume, bitrate, requestRules, requestPreset, ...rest } = change;
  const { requestTurns, separation, retention, ...columns } = rest;
  if (bitrate !== undefined) {
    const format = decideBitrate({ bitrate, sampleRate: stored.sampleRateHz });
    if (format.kind === "no-such-bitrate") return format;
  }
  const rules = requestPreset === undefined ? stored.requestRules : requestPresets[requestPreset];
  return {
    kind: "changed",
    settings: {
      ...columns,
      oldAddresses: change.oldAddresses === undefined ? undefined : [...old.after],
      bitrateKbps: bitrate,
      setUpAnswers: addAnswers(stored.setUpAnswers, answersIn(change)),
      requestRules: requestRulesSchema.parse({ ...rules, ...requestRules }),
      requestTurns: requestTurnsSchema.parse({ ...stored.requestTurns, ...requestTurns }),
      separation: separationSchema.parse({ ...stored.separation, ...separation }),
      retention: retentionSchema.parse({ ...stored.retention, ...retention }),
    },
    volume,
  };
}

/** Sent by a person, even if it is what the station had. */
function answersIn({ stationName, timeZone }: StationSettingsChange): readonly SetUpAnswer[] {
  return [
    ...(stationName === undefined ? [] : (["name"] as const)),
    ...(timeZone === undefined ? [] : (["time-zone"] as const)),
  ];
}

export function addAnswers(
  before: readonly SetUpAnswer[],
  added: readonly SetUpAnswer[],
): SetUpAnswer[] {
  return [...new Set([...before, ...added])];
}

/** The startup warning when guests control the whole queue; null: none. */
export function warnOfGuests({
  host,
  publicUrl,
  guestQueueActions,
}: Pick<StationPolicy, "guestQueueActions"> & {
  /** Where the web server listens. */
  readonly host: string;
  /** null: not set. */
  readonly publicUrl: string | null;
}): string | null {
  const isOpen = publicUrl !== null || !(host === "localhost" || isLoopbackAddress(host));
  if (!isOpen || guestQueueActions !== "full") return null;
  return "guests on other machines can clear, shuffle and reorder the queue; we recommend 'requests only': Settings, Going Public";
}
