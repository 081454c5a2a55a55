import { createHash } from "node:crypto";
import type { Logger } from "@neonrelay/process/log";
import * as z from "zod";
import { StateFile } from "../state/state-file.ts";
import { djKeySchema, type DjKey } from "../protocol/index.ts";

const keptKeysSchema = z.object({ keys: z.array(djKeySchema) });

/** User names that source clients send when they know only a password. */
const ANONYMOUS_NAMES = ["", "source"];

/** Stream keys, on disk so that DJs can connect while the server is down. Only hashes are stored. */
export class DjKeys {
  readonly #file: StateFile<z.infer<typeof keptKeysSchema>>;
  #byHash: ReadonlyMap<string, DjKey>;

  constructor({ path, log }: { readonly path: string; readonly log: Logger }) {
    this.#file = new StateFile({ path, log });
    this.#byHash = mapOf(this.#file.load(keptKeysSchema)?.keys ?? []);
  }

  set(keys: readonly DjKey[]): void {
    this.#byHash = mapOf(keys);
    this.#file.save({ keys: [...keys] });
  }

  /** The owner of a key; null when the key is unknown or does not match the given user name. */
  find({ username, key }: Credentials): DjKey | null {
    // Looked up by hash, so timing reveals nothing about existing keys.
    const found = this.#byHash.get(createHash("sha256").update(key).digest("hex"));
    if (found === undefined) return null;
    const name = username.toLowerCase();
    return ANONYMOUS_NAMES.includes(name) || name === found.username.toLowerCase() ? found : null;
  }

  /** Whether the key is still valid for its account. */
  isValid({ userId, keyHash }: DjKey): boolean {
    return this.#byHash.get(keyHash)?.userId === userId;
  }

  async flush(): Promise<void> {
    await this.#file.flush();
  }
}

export interface Credentials {
  readonly username: string;
  readonly key: string;
}

/** [S3] RFC 7617. @returns null when credentials are missing or of another scheme */
export function readBasicCredentials(header: string | undefined): Credentials | null {
  const encoded = /^basic +([a-z0-9+/=_-]+) *$/i.exec(header ?? "")?.[1];
  if (encoded === undefined) return null;
  const text = Buffer.from(encoded, "base64").toString("utf8");
  const colon = text.indexOf(":");
  return colon === -1 ? null : { username: text.slice(0, colon), key: text.slice(colon + 1) };
}

function mapOf(keys: readonly DjKey[]): ReadonlyMap<string, DjKey> {
  return new Map(keys.map((key) => [key.keyHash, key]));
}
