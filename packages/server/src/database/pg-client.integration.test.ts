// @module-tag postgresql
import { startTestPostgres } from "@neonrelay/test-station/test-postgres";
import { setImmediate } from "node:timers/promises";
import { Client } from "pg";
import { expect, test } from "vitest";
import { endClient, QueryTurns } from "./pg-client.ts";

test("simultaneous queries run one after the other, and a failed one does not affect the rest", async () => {
  await using stack = new AsyncDisposableStack();
  const { url } = stack.use(await startTestPostgres());
  const client = new Client({ connectionString: url });
  await client.connect();
  stack.defer(() => endClient(client));
  const warnings: Error[] = [];
  const note = (warning: Error) => void warnings.push(warning);
  process.on("warning", note);
  stack.defer(() => void process.off("warning", note));
  const turns = new QueryTurns(client);

  const asked = ["select pg_sleep(0.05)", "select nonsense", "listen one; unlisten *"];
  const done = await Promise.all(asked.map((statement) => turns.do(statement)));
  await setImmediate();

  expect(done).toEqual([true, false, true]);
  // pg warns about a query that starts while another is running.
  expect(warnings).toEqual([]);
  expect(await turns.do("select $1::text[]", [["a", "b"]])).toBe(true);
});
