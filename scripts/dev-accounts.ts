import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { generatePassword } from "../packages/server/src/accounts/secrets.ts";
import { devAccounts } from "./dev-rules.ts";

/** The password of the accounts of development, generated once and kept in the data folder. */
export function devPassword(dataDir: string): string {
  const file = path.join(dataDir, "dev-password.txt");
  if (!existsSync(file)) {
    mkdirSync(dataDir, { recursive: true, mode: 0o700 });
    writeFileSync(file, `${generatePassword()}\n`, { mode: 0o600, flag: "wx" });
  }
  chmodSync(file, 0o600);
  return readFileSync(file, "utf8").trim();
}

/**
 * Makes those that are missing, with the station's own calls. Idempotent.
 * @param origin the station's web port: `http://127.0.0.1:5000`
 * @returns the line to print
 */
export async function makeDevAccounts(origin: string, password: string): Promise<string> {
  const signedIn = await post("/api/users/login", { username: "admin", password });
  if (!signedIn.ok)
    return `No accounts of development: admin has another password (${signedIn.status}). Remove data/dev for a fresh start.`;
  const cookie = signedIn.headers
    .getSetCookie()
    .map((line) => line.split(";", 1)[0])
    .join("; ");
  for (const account of devAccounts) {
    const body = { ...account, email: `${account.username}@dev.example`, password };
    const made = await post("/api/users", body, cookie);
    const isThere = made.status === 409;
    if (!made.ok && !isThere)
      return `No account ${account.username}: ${made.status} ${await made.text()}`;
  }
  await post("/api/users/logout", {}, cookie);
  const names = ["admin", ...devAccounts.map(({ username }) => username)];
  return `Accounts: ${names.join(", ")}; password: ${password}`;

  async function post(call: string, body: unknown, cookies = ""): Promise<Response> {
    return await fetch(new URL(call, origin), {
      method: "POST",
      headers: { "content-type": "application/json", origin, cookie: cookies },
      body: JSON.stringify(body),
    });
  }
}
