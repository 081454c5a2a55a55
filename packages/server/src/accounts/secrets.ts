import { hash, verify } from "@node-rs/argon2";
import { createHash, randomBytes, randomInt } from "node:crypto";
import { channel } from "node:diagnostics_channel";

/** argon2id with the parameters OWASP recommends (19 MiB, 2 passes). */
const argon2Options = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
/** Letters and digits that can't be confused when read aloud or written down. */
const readableLetters = "abcdefghjkmnpqrstuvwxyz23456789";
const GROUPS = 4;
const GROUP_LENGTH = 4;
/** Publishes each computed hash: tests count them, since wall time says little about the cost of a sign-in. */
const computed = channel("neonrelay.secret-hash");

export async function hashPassword(password: string): Promise<string> {
  computed.publish("new");
  return await hash(password.normalize("NFC"), argon2Options);
}

/** Takes as long for an account that does not exist (`passwordHash: null`) as for one that does. */
export async function isPasswordRight({
  password,
  passwordHash,
}: {
  readonly password: string;
  readonly passwordHash: string | null;
}): Promise<boolean> {
  if (passwordHash === null) {
    await hashPassword(password);
    return false;
  }
  computed.publish("compared");
  return await verify(passwordHash, password.normalize("NFC"));
}

/** A password of 79 bits, in groups that people can type. */
export function generatePassword(): string {
  return Array.from({ length: GROUPS }, () =>
    Array.from({ length: GROUP_LENGTH }, () =>
      readableLetters.charAt(randomInt(readableLetters.length)),
    ).join(""),
  ).join("-");
}

/** The value of a session cookie: 256 random bits. */
export function generateToken(): string {
  return randomBytes(32).toString("base64url");
}

/** Tokens are random, so one fast hash protects them in the database. */
export function hashToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
