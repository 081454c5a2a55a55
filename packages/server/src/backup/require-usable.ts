import { brandingSchema, stationSettingsSchema } from "@neonrelay/contract";
import * as z from "zod";
import type { Connection } from "../database/database.ts";
import { findRadioState } from "../radio/on-air-store.ts";
import { findSettings } from "../settings/settings-store.ts";
import { toBranding } from "../settings/branding.ts";
import { UnreadableBackupError } from "./unreadable-backup.ts";

const stationSchema = z.object({ settings: stationSettingsSchema, branding: brandingSchema });

/** Rows can fit their tables and still not let a station start. @throws UnreadableBackupError */
export async function requireUsable(transaction: Connection): Promise<void> {
  const stored = await findSettings(transaction);
  if (stored === null) throw new UnreadableBackupError("its settings are not a station's settings");
  const { volume } = await findRadioState(transaction);
  const { error } = stationSchema.safeParse({
    settings: { ...stored, volume, bitrate: stored.bitrateKbps },
    branding: toBranding(stored),
  });
  const place = error?.issues[0]?.path.join(".");
  if (place !== undefined)
    throw new UnreadableBackupError(`its settings can't be used: check ${place}`);
}
