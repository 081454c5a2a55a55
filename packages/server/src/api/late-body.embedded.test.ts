import { once } from "node:events";
import { request, type IncomingMessage } from "node:http";
import { expect, test } from "vitest";
import { listAccounts } from "../accounts/account-store.ts";
import { startTestServer } from "./test-server.ts";

test("a call whose session ends before its body arrives does nothing", async () => {
  await using server = await startTestServer();
  const admin = await server.signIn("admin");
  const body = JSON.stringify({ username: "backdoor", email: "b@example.org", role: "admin" });
  const call = request(new URL("/api/users", server.origin), {
    method: "POST",
    headers: {
      cookie: admin.cookie,
      origin: server.origin,
      "content-type": "application/json",
      "content-length": body.length,
    },
  });
  call.write(body.slice(0, 10));
  // Once this is answered, everything sent before it has passed the gate.
  await server.call("GET", "/api/queue");
  await admin.call("POST", "/api/users/logout");
  call.end(body.slice(10));
  const [answer]: IncomingMessage[] = await once(call, "response");
  answer?.resume();

  expect(answer?.statusCode).toBe(401);
  const accounts = await listAccounts(server.database.connection);
  expect(accounts.map(({ username }) => username)).not.toContain("backdoor");
});
