// @module-tag ffmpeg
// @module-tag openssl
// An independent client with its certificate; the station knows nothing of them.
import { createTestCertificate } from "@neonrelay/process/test-certificate";
import { LineClient } from "../../irc/src/test-line-client.ts";
import { freePort } from "@neonrelay/process/test-peer-process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import os from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { loudnessDb } from "../src/loudness.ts";
import { scanLimit, testAdmin, TestStation, until } from "../src/test-station.ts";
import { makeTone } from "../src/tones.ts";

/** Includes a scan, which has the lowest priority. */
const TEST_LIMIT_MS = 400_000;

test(
  "across a restart a station keeps its library, the current track, and its IRC server's bans and hosts, and without auto-play is silent until Play",
  async () => {
    const music = await mkdtemp(path.join(os.tmpdir(), "neonrelay-music-"));
    const dataDir = await mkdtemp(path.join(os.tmpdir(), "neonrelay-station-"));
    await makeTone({
      file: path.join(music, "only.flac"),
      frequencyHz: 500,
      seconds: 20,
      title: "Only Tone",
    });
    const { key, cert } = await createTestCertificate();
    const pem = {
      key: path.join(dataDir, "irc-key.pem"),
      cert: path.join(dataDir, "irc-cert.pem"),
    };
    await writeFile(pem.key, key);
    await writeFile(pem.cert, cert);
    const tlsPort = await freePort();
    const start = () =>
      TestStation.start({
        dataDir,
        environment: {
          IRC_LISTEN_TLS_PORT: String(tlsPort),
          IRC_LISTEN_TLS_CERT: pem.cert,
          IRC_LISTEN_TLS_KEY: pem.key,
        },
        musicDirs: [music],
        clockSpeed: 4,
      });
    let host: string | undefined;
    try {
      {
        await using station = await start();
        await until(
          "the track has been played",
          async () => {
            const { body } = await station.visitor().call("GET", "/api/history");
            return JSON.stringify(body).includes("Only Tone");
          },
          scanLimit,
        );
        const health = await station.visitor().call("GET", "/api/health");
        expect(health.body).toMatchObject({ ok: true, database: { ok: true } });
        using keeper = await enterByTls({ port: tlsPort, ca: cert });
        host = await hostOf(keeper);
        keeper.send("MODE #neonrelay +b spammer!*@*");
        await keeper.until(/ MODE #neonrelay \+b spammer/);
        await (await station.operator()).call("PUT", "/api/station-settings", { autoPlay: false });
        const { exitCode, tookMs } = await station.stop();
        expect(exitCode).toBe(0);
        expect(tookMs).toBeLessThan(5000);
      }
      await using again = await start();

      expect(await loudnessDb(again, { seconds: 6 })).toBeLessThan(-80);
      const operator = await again.operator();
      const state = async () => (await operator.call("GET", "/api/radio-state")).body;
      expect(await state()).toMatchObject({ isPlaying: false });
      await operator.call("PUT", "/api/radio-state", { isPlaying: true });
      await until("it can be heard", async () => (await loudnessDb(again, { seconds: 4 })) > -20);
      const { body } = await again.visitor().call("GET", "/api/tracks");

      expect(body).toMatchObject([{ title: "Only Tone" }]);
      using keeper = await enterByTls({ port: tlsPort, ca: cert });
      expect(await hostOf(keeper)).toBe(host);
      expect(host).toMatch(/\.cloaked$/);
      keeper.send("MODE #neonrelay b");
      expect((await keeper.until(/ 368 /)).join("\n")).toContain("#neonrelay spammer!*@*");
      const said = { username: "spammer", message: "buy things" };
      expect(await again.visitor().call("POST", "/api/chat/send", said)).toMatchObject({
        status: 403,
        body: { error: "You were banned from the channel by keeper on IRC (spammer!*@* on IRC)" },
      });
    } finally {
      await rm(music, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    }
  },
  TEST_LIMIT_MS,
);

/** Joins the channel by TLS with the account that keeps it. */
async function enterByTls(where: {
  readonly port: number;
  readonly ca: string;
}): Promise<LineClient> {
  const client = await LineClient.connect(where);
  const { username, password } = testAdmin;
  const secret = Buffer.from(`\0${username}\0${password}`).toString("base64");
  client.send("CAP REQ sasl", "NICK keeper", "USER keeper 0 * :keeper", "AUTHENTICATE PLAIN");
  client.send(`AUTHENTICATE ${secret}`);
  await client.until(/ 903 /);
  client.send("CAP END", "JOIN #neonrelay");
  await client.until(/ 366 /);
  return client;
}

async function hostOf(client: LineClient): Promise<string | undefined> {
  client.send("WHO keeper");
  const lines = await client.until(/ 315 /);
  return lines.find((line) => line.includes(" 352 "))?.split(" ")[5];
}
