import * as z from "zod";
import { type S3Storage, StorageError } from "../storage/s3-storage.ts";

/** The object with the claim. */
export const CLAIM_NAME = "owner.json";
/** Far larger than any claim. */
const MAX_CLAIM_BYTES = 64 * 1024;
const CLAIM_HEADERS = { "content-type": "application/json", "cache-control": "no-store" };

interface ClaimParts {
  readonly storage: Pick<S3Storage, "findText" | "put">;
  readonly own: Pick<Claim, "owner" | "run">;
  /** Maximum interval between checks and rewrites of the claim, in ms. */
  readonly claimMs: number;
  /** How long another run's claim must stay unchanged to count as abandoned, in ms. */
  readonly silentMs: number;
}

/** Keeps two stations from copying to one folder of a storage: one holds it, the other reports that. */
export class FolderClaim {
  readonly #parts: ClaimParts;
  #beat = 0;
  #lookedAtMs = -Infinity;
  #hasHeld = false;
  #isHeld = false;
  /** Another run's claim, and when it was first seen in this state. */
  #other: { readonly claim: Claim; readonly atMs: number } | null = null;

  constructor(parts: ClaimParts) {
    this.#parts = parts;
  }

  /** Whether the folder is this run's, by the claim there now as well. @throws StorageError */
  async isStillHeld(): Promise<boolean> {
    if (!this.#isHeld) return false;
    const text = await this.#find();
    const claim = typeof text === "string" ? readClaim(text) : null;
    return claim === null || claim.run === this.#parts.own.run;
  }

  /** Renews the hold on the folder when due. @throws StorageError, also while another run holds the folder */
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
        "another station, or a copy of this one, copies HLS to this folder: give each station its own folder",
        { isRefusal: false },
      );
    }
    this.#beat += 1;
    const body = JSON.stringify({ ...own, beat: this.#beat } satisfies Claim);
    if (text !== undefined) await storage.put(CLAIM_NAME, { body, headers: CLAIM_HEADERS });
    this.#hasHeld = true;
    this.#lookedAtMs = nowMs;
  }

  /** undefined: the key may not read it, which is no reason to stop copying. */
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

/** What on-air writes, and regularly rewrites, in the folder it copies to. */
const claimSchema = z.object({
  /** Identifies on-air's state folder, so it survives restarts. */
  owner: z.string(),
  /** Identifies one run of copying. */
  run: z.string(),
  /** Differs each time, so that others see the run is alive, whatever their clocks say. */
  beat: z.int(),
});
type Claim = z.infer<typeof claimSchema>;

/** Another run's claim, and how long ago it was first seen in this state. */
interface SeenClaim {
  readonly claim: Claim;
  readonly agoMs: number;
}

/**
 * Whether a run may copy to a folder. A restarted on-air takes over from its earlier run at once. Others wait until the
 * run there has been silent for a while; of two runs with copies of one station's data, too, only one goes on.
 * @param seen another run's claim; null: none
 * @param hasHeld whether the asking run has copied there before
 */
export function mayHold({
  seen,
  own,
  hasHeld,
  silentMs,
}: {
  readonly seen: SeenClaim | null;
  readonly own: Pick<Claim, "owner" | "run">;
  readonly hasHeld: boolean;
  readonly silentMs: number;
}): boolean {
  if (seen === null || seen.claim.run === own.run) return true;
  const isEarlierRun = seen.claim.owner === own.owner && !hasHeld;
  return isEarlierRun || seen.agoMs >= silentMs;
}

/** @returns null when there is none, or it is not ours */
export function readClaim(text: string | null): Claim | null {
  if (text === null) return null;
  try {
    const claim = claimSchema.safeParse(JSON.parse(text));
    return claim.success ? claim.data : null;
  } catch (error) {
    if (error instanceof SyntaxError) return null;
    throw error;
  }
}
