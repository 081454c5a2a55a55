import { stationSettingsSchema, type StationSettings } from "@neonrelay/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { testEngines } from "../database/test-database.ts";
import { startTestServer, type SignedInBrowser, type TestServer } from "../api/test-server.ts";

/** Each round changes different settings, so that all changes persist in the end. */
const rounds = 10;
const changesOf = (round: number): readonly object[] => [
  { stationName: `Station ${round}` },
  { tagline: `Round ${round}` },
  { autoPlay: round % 2 === 0 },
  { ircChannel: `#round-${round}` },
  { volume: round },
  { bitrate: round % 2 === 0 ? 128 : 320 },
  { maxListeners: 10 + round },
  { requestRules: { requesterCooldownSeconds: round } },
  { requestRules: { maxOpenRequests: round } },
  { requestRules: { artistCooldownMinutes: round } },
  { retention: { chatDays: round } },
  { retention: { historyDays: round } },
];

describe.each(testEngines)("settings changed by many at once on $name", (engine) => {
  let server: TestServer;
  let admin: SignedInBrowser;
  beforeAll(async () => {
    server = await startTestServer({}, { engine });
    admin = await server.signIn("admin");
  });
  afterAll(() => server[Symbol.asyncDispose]());

  const settings = async (): Promise<StationSettings> =>
    stationSettingsSchema.parse((await admin.call("GET", "/api/station-settings")).body);

  test("concurrent changes of different settings lose nothing, and every process knows the last one", async () => {
    for (let round = 1; round <= rounds; round += 1) {
      const answers = await Promise.all(
        changesOf(round).map((body) => admin.call("PUT", "/api/station-settings", { body })),
      );

      expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
      expect(await settings()).toMatchObject({
        stationName: `Station ${round}`,
        tagline: `Round ${round}`,
        autoPlay: round % 2 === 0,
        ircChannel: `#round-${round}`,
        volume: round,
        bitrate: round % 2 === 0 ? 128 : 320,
        maxListeners: 10 + round,
        requestRules: {
          requesterCooldownSeconds: round,
          maxOpenRequests: round,
          artistCooldownMinutes: round,
        },
        retention: { chatDays: round, historyDays: round },
      });
    }
  });

  test("setting the volume while others stop the station does not make it play again", async () => {
    for (let round = 1; round <= rounds; round += 1) {
      await admin.call("PUT", "/api/radio-state", { body: { isPlaying: true, volume: 64 } });

      await Promise.all(
        Array.from({ length: 8 }, (_, n) =>
          n % 2 === 0
            ? admin.call("POST", "/api/playback/emergency")
            : admin.call("PUT", "/api/radio-state", { body: { volume: 64 } }),
        ),
      );
      const stopped = await admin.call("GET", "/api/radio-state");
      const played = await admin.call("PUT", "/api/radio-state", { body: { isPlaying: true } });

      expect(stopped.body).toMatchObject({ isPlaying: false });
      expect(played.body).toMatchObject({ isPlaying: true, volume: 64 });
    }
  });
});
