import { createHmac, randomBytes, randomUUID } from "node:crypto";
import { networkOf } from "@neonrelay/process/client-address";

/** The part of a UUID before its last group, including the hyphen. */
const NAME_LENGTH = 24;

/** Ids by which HLS listeners are counted: UUIDs whose last part only we can make. */
export class HlsIds {
  readonly #key = randomBytes(32);

  issue(): string {
    const name = randomUUID().slice(0, NAME_LENGTH);
    return name + this.#seal(name);
  }

  /**
   * What a listener with that id counts as. Ids that were made up, or issued by an earlier on-air, count as one
   * listener per network, however many there are.
   */
  countedAs({ cid, address }: { readonly cid: string; readonly address: string }): string {
    const isOurs = this.#seal(cid.slice(0, NAME_LENGTH)) === cid.slice(NAME_LENGTH);
    return isOurs ? cid : networkOf(address);
  }

  #seal(name: string): string {
    return createHmac("sha256", this.#key).update(name).digest("hex").slice(0, 12);
  }
}
