import { StorageError, type S3Storage } from "../storage/s3-storage.ts";
import { mayHold, readClaim, type Claim, type SeenClaim } from "./folder-claim-rules.ts";

/** The object with the claim. */
export const CLAIM_NAME = "owner.json";
/** Far more than it has. */
const MAX_CLAIM_BYTES = 64 * 1024;
const CLAIM_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

interface ClaimParts {
  readonly storage: Pick<S3Storage, "findText" | "put">;
  readonly own: Pick<Claim, "owner" | "run">;
  /** How often the claim is looked at and written again, at least, in ms. */
  readonly claimMs: number;
  /** How long the claim of another run must stay as it is, in ms, until it counts as given up. */
  readonly silentMs: number;
}

/** Keeps two stations that copy to one folder of a storage apart: one of them has it, and the other one says so. */
export class FolderClaim {
  readonly #parts: ClaimParts;
  #beat = 0;
  #lookedAtMs = -Infinity;
  #hasHeld = false;
  #isHeld = false;
  /** Of another run, and when it was first seen as it is. */
  #other: { readonly claim: Claim; readonly atMs: number } | null = null;

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /** Whether the folder is this run's, also by the claim that is there now. @throws StorageError */
  async isStillHeld(): Promise<boolean> {
    if (!this.#isHeld) return false;
    const text = await this.#find();
    const claim = typeof text === "string" ? readClaim(text) : null;
    return claim === null || claim.run === this.#parts.own.run;
  }

  /** Makes sure of the folder when it is time to. @throws StorageError, also while another run has the folder */
  async hold(): Promise<void> {
    const { storage, own, claimMs, silentMs } = this.#parts;
    const nowMs = performance.now();
    if (nowMs - this.#lookedAtMs < claimMs) return;
    const text = await this.#find();
    const seen = text === undefined ? null : this.#notice(readClaim(text), nowMs);
    this.#isHeld = mayHold({ seen, own, hasHeld: this.#hasHeld, silentMs });
    if (!this.#isHeld) {
      this.#lookedAtMs = -Infinity;
      throw new StorageError(
        "another station, or a copy of this one, copies HLS to this folder: give each station a folder of its own",
        { isRefusal: false },
      );
    }
    this.#beat += 1;
    const body = JSON.stringify({ ...own, beat: this.#beat } satisfies Claim);
    if (text !== undefined) await storage.put(CLAIM_NAME, { body, headers: CLAIM_HEADERS });
    this.#hasHeld = true;
    this.#lookedAtMs = nowMs;
  }

  /** undefined: this key may not look, which is no reason to copy nothing. */
  async #find(): Promise<string | null | undefined> {
    try {
      return await this.#parts.storage.findText(CLAIM_NAME, MAX_CLAIM_BYTES);
    } catch (error) {
      if (error instanceof StorageError && error.isRefusal) return undefined;
      throw error;
    }
  }

  #notice(claim: Claim | null, nowMs: number): SeenClaim | null {
    const before = this.#other?.claim;
    if (claim === null) this.#other = null;
    else if (claim.run !== before?.run || claim.beat !== before.beat)
      this.#other = { claim, atMs: nowMs };
    const other = this.#other;
    return other === null ? null : { claim: other.claim, agoMs: nowMs - other.atMs };
  }
}
