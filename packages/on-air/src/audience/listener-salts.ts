import { createHmac, randomBytes } from "node:crypto";
import { networkOf } from "@neonrelay/process/client-address";
import * as z from "zod";
import type { StateFile } from "../state/state-file.ts";

const DAY_MS = 24 * 60 * 60_000;

/** A day's salt, in hex. */
const listenerSaltSchema = z.object({
  day: z.iso.date(),
  salt: z.string().regex(/^[0-9a-f]{64}$/),
});
export type ListenerSalt = Readonly<z.infer<typeof listenerSaltSchema>>;
export const listenerSaltsSchema = z.array(listenerSaltSchema).max(2);

/**
 * The salts of today and tomorrow, by which listeners are told apart without their addresses. Yesterday's is gone, so
 * nobody can find the address behind a hash any more. Tomorrow's lets edges go on while their master is away.
 */
export class ListenerSalts {
  readonly #file: StateFile<readonly ListenerSalt[]>;
  #salts: readonly ListenerSalt[];

  /** @param remembered of the last run; null: none */
  constructor({
    file,
    remembered,
  }: {
    readonly file: StateFile<readonly ListenerSalt[]>;
    readonly remembered: readonly ListenerSalt[] | null;
  }) {
    this.#file = file;
    this.#salts = remembered ?? [];
  }

  /** Today's and tomorrow's, for edges. */
  get all(): readonly ListenerSalt[] {
    return this.#salts;
  }

  /** From now on it is that day. */
  follow(day: string): void {
    const wanted = [day, dayAfter(day)];
    if (wanted.every((each, place) => this.#salts[place]?.day === each)) return;
    this.#become(wanted.map((each) => this.#saltOf(each)));
  }

  /** Takes the master's salts, so that a listener has one hash at all edges. */
  learn(told: readonly ListenerSalt[]): void {
    const next =
      this.#salts.length === 0
        ? told
        : this.#salts.map((own) => told.find(({ day }) => day === own.day) ?? own);
    if (next.some((each, place) => each.salt !== this.#salts[place]?.salt)) this.#become(next);
  }

  /** What a listener is known as on that day. @param address IPv6 addresses of one /64 count as one */
  hash({ day, address }: { readonly day: string; readonly address: string }): string {
    return this.#digest(day, networkOf(address));
  }

  /** What a returning listener is recognised by on that day. */
  returnKey({
    day,
    address,
    userAgent,
    mount,
  }: {
    readonly day: string;
    readonly address: string;
    readonly userAgent: string;
    readonly mount: string;
  }): string {
    return this.#digest(day, `${networkOf(address)}\n${mount}\n${userAgent}`);
  }

  #digest(day: string, text: string): string {
    if (this.#salts[0]?.day !== day) this.follow(day);
    const { salt } = this.#saltOf(day);
    const key = Buffer.from(salt, "hex");
    return createHmac("sha256", key).update(text).digest("hex").slice(0, 32);
  }

  #saltOf(day: string): ListenerSalt {
    const known = this.#salts.find((each) => each.day === day);
    return known ?? { day, salt: randomBytes(32).toString("hex") };
  }

  #become(salts: readonly ListenerSalt[]): void {
    this.#salts = salts;
    this.#file.save(salts);
  }
}

function dayAfter(day: string): string {
  return new Date(Date.parse(day) + DAY_MS).toISOString().slice(0, 10);
}
