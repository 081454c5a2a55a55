import type { Database } from "../database/database.ts";
import { changeRadioState, findRadioState } from "./on-air-store.ts";
import { findSettings } from "../settings/settings-store.ts";

/**
 * Called when the whole station starts: auto-play decides whether it plays, whatever it did before. An emergency stop
 * stays in force until an operator presses Play. on-air decides the same from what it remembers, before the server is
 * up.
 */
export async function startPlayingOrWait({
  connection,
}: Pick<Database, "connection">): Promise<void> {
  const settings = await findSettings(connection);
  const { volumeBeforeEmergency } = await findRadioState(connection);
  const isPlaying = settings?.autoPlay === true && volumeBeforeEmergency === null;
  await changeRadioState(connection, { isPlaying });
}
