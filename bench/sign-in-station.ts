import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { insertAccount, saveAccount } from "../packages/server/src/accounts/account-store.ts";
import { generatePassword, hashPassword } from "../packages/server/src/accounts/secrets.ts";
import { startTestServer } from "../packages/server/src/api/test-server.ts";
import { engineInDataFolder } from "../packages/server/src/database/test-database.ts";

/** Sent to the benchmark once the server answers. */
interface SignInStation {
  readonly origin: string;
}

// The real HTTP side. On each message it forgets failed sign-ins, so that none has to wait, and confirms.
const server = await startTestServer({}, { engine: engineInDataFolder });
const { connection } = server.database;
const passwordHash = await hashPassword(generatePassword());
const add = async (username: string, hash: string | null) => {
  const account = { id: randomUUID(), username, email: `${username}@radio.example` };
  return await insertAccount(connection, { ...account, role: "dj", passwordHash: hash });
};
await add("known", passwordHash);
await add("without-password", null);
const disabled = await add("disabled", passwordHash);
await saveAccount(connection, { accountId: disabled.id, change: { isActive: false } });

process.on("message", () => {
  void server.throttle.forgiveAll().then(() => process.send?.("forgiven"));
});
process.send?.({ origin: server.origin } satisfies SignInStation);
await once(process, "disconnect");
await server[Symbol.asyncDispose]();
process.exit(0);
