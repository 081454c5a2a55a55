// @module-tag ffmpeg
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, test } from "vitest";
import { startTestOnAir, TestServerSide, testTrackId } from "../start/test-on-air.ts";

test("when a file hangs the codecs its play ends as failed, the engine names it and is replaced, and the listener stays", async () => {
  const folder = await mkdtemp(path.join(tmpdir(), "on-air-hung-"));
  const engineUrl = new URL("../engine/test-hanging-engine.ts", import.meta.url);
  const { onAir, url } = await startTestOnAir(folder, { engineUrl });
  const server = new TestServerSide(folder);
  try {
    const file = path.join(folder, "endless.mp3");
    await writeFile(file, "");
    const response = await fetch(`${url}/stream.mp3`);
    const firstPid = onAir.enginePid();
    await server.giveTrack(file);
    await server.statusWhen(({ now }) => now?.trackId === testTrackId);
    const begun = server.messages.length;

    const ended = await server.message(
      (message) => message.kind === "event" && message.event.type === "play.ended",
    );
    const hung = await server.message(
      (message) => message.kind === "log" && message.line.includes("hangs in native code"),
    );
    // On-air sends the end of the play only once it is on disk, which may be later.
    await server.statusWhen(({ engine }) => engine !== "running", begun);
    const after = await server.statusWhen(({ engine }) => engine === "running");

    expect(ended.kind === "event" && ended.event).toMatchObject({
      reason: "failed",
      detail: "The file could not be read in time",
    });
    expect(hung.kind === "log" && JSON.parse(hung.line)).toMatchObject({
      level: "fatal",
      part: "engine",
    });
    expect(onAir.enginePid()).not.toBe(firstPid);
    expect(after.listeners).toBe(1);
    await response.body?.cancel();
  } finally {
    server.close();
    await onAir.close();
    await rm(folder, { recursive: true });
  }
});
