import type { Database } from "../database/database.ts";
import { changeRadioState, findRadioState } from "./on-air-store.ts";
import { findSettings } from "../settings/settings-store.ts";

/**
 * The whole station starts: auto-play decides whether it plays, whatever it did before. An emergency stop holds until
 * an operator presses Play. On-air decides alike from what it remembers, before the server is there.
 */
export async function startPlayingOrWait({
  connection,
}: Pick<Database, "connection">): Promise<void> {
  const settings = await findSettings(connection);
  const { volumeBeforeEmergency } = await findRadioState(connection);
  const isPlaying = settings?.autoPlay === true && volumeBeforeEmergency === null;
  await changeRadioState(connection, { isPlaying });
}
