import { expect, test } from "vitest";
import { changeRadioState, findRadioState } from "./on-air-store.ts";
import { saveSettings } from "../settings/settings-store.ts";
import { openTestDatabase } from "../database/test-database.ts";
import { startPlayingOrWait } from "./station-start.ts";

test.each([
  {
    autoPlay: true,
    was: { isPlaying: false, volume: 60, volumeBeforeEmergency: null },
    plays: true,
  },
  {
    autoPlay: false,
    was: { isPlaying: true, volume: 60, volumeBeforeEmergency: null },
    plays: false,
  },
  // After an emergency stop an operator decides when the station resumes.
  { autoPlay: true, was: { isPlaying: false, volume: 0, volumeBeforeEmergency: 60 }, plays: false },
])(
  "the station starts with auto-play $autoPlay after $was: playing is $plays, and all else stays",
  async ({ autoPlay, was, plays }) => {
    await using opened = await openTestDatabase();
    const { connection } = opened.database;
    await saveSettings(connection, { autoPlay });
    const before = await changeRadioState(connection, was);

    await startPlayingOrWait(opened.database);

    expect(await findRadioState(connection)).toEqual({ ...before, isPlaying: plays });
  },
);
