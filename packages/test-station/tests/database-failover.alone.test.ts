// @module-tag ffmpeg
// @module-tag nginx
// @module-tag openssl
// @module-tag postgresql
import { expect, test } from "vitest";
import { TestNodes } from "../src/test-nodes.ts";
import { startTestPostgres, startTestStandby } from "../src/test-postgres.ts";
import { testAdmin, until } from "../src/test-station.ts";
import { listPlaylists, makePlaylist, writeAllTheWhile } from "../src/written-through.ts";

const LABEL = "list";

test("when PostgreSQL dies its standby takes over: writes are refused in words meanwhile, and none that was confirmed is lost", async () => {
  await using postgres = await startTestPostgres();
  await using standby = await startTestStandby(postgres);
  await using nodes = await TestNodes.start({
    databaseUrl: postgres.url,
    standbyUrl: standby.url,
  });
  const operator = nodes.visitor();
  const { username, password } = testAdmin;
  await operator.call("POST", "/api/users/login", { username, password });
  const end = new AbortController();
  const writing = writeAllTheWhile(end.signal, {
    label: LABEL,
    paceMs: 150,
    write: async (name) => await makePlaylist(operator, name),
  });
  await until(
    "writes are confirmed",
    async () => (await listPlaylists(operator, LABEL)).length > 2,
  );

  postgres.stop();
  const stoppedAtMs = performance.now();
  await until("a call says that the database is away", async () => {
    const answer = await operator.call("GET", "/api/queue");
    return answer.status === 503 && JSON.stringify(answer.body).includes("database");
  });
  standby.promote();
  const promotedAtMs = performance.now();
  await until("a write is confirmed again", async () => {
    const { status } = await makePlaylist(operator, "after");
    return status === 200;
  });
  const backAtMs = performance.now();
  end.abort();
  const { confirmed, refusals, longestGapMs } = await writing;

  console.log(
    `failover: promoted ${Math.round(promotedAtMs - stoppedAtMs)} ms after the end of the primary, writes ${Math.round(backAtMs - promotedAtMs)} ms later; longest gap ${Math.round(longestGapMs)} ms; ${confirmed.length} confirmed, ${refusals.length} refused`,
  );
  const found = await listPlaylists(operator, LABEL);
  expect(found).toEqual(expect.arrayContaining([...confirmed]));
  expect(new Set(found).size).toBe(found.length);
  expect(refusals.length).toBeGreaterThan(0);
  for (const refusal of refusals)
    expect(refusal).toMatchObject({ error: expect.any(String), code: "unavailable" });
});
