import { mkdtemp, rm } from "node:fs/promises";
import { connect } from "node:net";
import os from "node:os";
import path from "node:path";
import { afterEach, expect, test, vi } from "vitest";
import { askRelease, UpgradeSocket } from "./upgrade-socket.ts";

const release = { version: "1.2.3", root: "/srv/station", schema: 7 };

afterEach(() => void vi.useRealTimers());

test("a client that never finishes its request is dropped after ten seconds, and others are served", async () => {
  const folder = await mkdtemp(path.join(os.tmpdir(), "neonrelay-upgrade-"));
  const file = path.join(folder, "upgrade.sock");
  const opened = await UpgradeSocket.open(file, { release, change: () => Promise.resolve() });
  try {
    vi.useFakeTimers({ toFake: ["setTimeout", "clearTimeout"] });
    // As many as may connect.
    const silent = Array.from(
      { length: 4 },
      () => connect(file).on("error", () => {}), // it is dropped
    );
    for (const socket of silent) socket.write('{"kind":"rel');
    // Again, until each one's limit has started.
    const tenSecondsLater = () => {
      vi.advanceTimersByTime(10_000);
      return silent.filter(({ closed }) => !closed);
    };
    await expect.poll(tenSecondsLater).toEqual([]);
    vi.useRealTimers();

    expect(await askRelease(file)).toMatchObject(release);
  } finally {
    await opened.close();
    await rm(folder, { recursive: true, force: true });
  }
});
