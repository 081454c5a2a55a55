import { expect, test } from "vitest";
import { TestFormServer } from "./test-form-server.ts";

test.each([
  ["is longer than its reader takes", "b".repeat(300)],
  ["is empty", '""'],
])("a form whose boundary %s is refused, not failed", async (_what, boundary) => {
  const server = await TestFormServer.start();

  const answer = await server.send(`multipart/form-data; boundary=${boundary}`, Buffer.from("x"));

  expect(answer).toMatch(/^HTTP\/1\.1 400 /);
  expect(server.unexpected).toEqual([]);
});
