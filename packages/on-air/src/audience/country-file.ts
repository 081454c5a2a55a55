import { readFile, stat } from "node:fs/promises";
import type { Logger } from "@neonrelay/process/log";
import { Reader } from "maxmind";
import * as z from "zod";

const CHECK_EVERY_MS = 60_000;
/** Larger than any database of cities. */
const MAX_FILE_BYTES = 1024 * 1024 * 1024;

export interface Place {
  /** ISO 3166-1 alpha-2. */
  readonly country: string | null;
  /** ISO 3166-2 without the country. */
  readonly subdivision: string | null;
}

const nowhere: Place = { country: null, subdivision: null };

/** As in GeoLite2, GeoIP2 and DB-IP; DB-IP's free file has no codes of subdivisions. */
const recordSchema = z.object({
  country: z.object({ iso_code: z.string().regex(/^[A-Z]{2}$/) }),
  subdivisions: z.array(z.object({ iso_code: z.string().optional() })).optional(),
});

/** Finds countries in an MMDB file that the operator gives, and follows the file when it is replaced. */
export class CountryFile {
  readonly #path: string | null;
  readonly #log: Logger;
  readonly #timer: NodeJS.Timeout | null;
  #reader: Pick<Reader<never>, "get"> | null = null;
  /** What the file was like when it was last read. */
  #seen = "";
  #problem: string | null = null;
  /** Resolves when the file has been read. */
  loaded: Promise<void>;

  /** @param path null: no countries */
  constructor({ path, log }: { readonly path: string | null; readonly log: Logger }) {
    this.#path = path;
    this.#log = log;
    this.loaded = this.check();
    this.#timer =
      path === null
        ? null
        : setInterval(() => {
            this.loaded = this.check();
          }, CHECK_EVERY_MS).unref();
  }

  placeOf(address: string): Place {
    if (this.#reader === null) return nowhere;
    try {
      const record = recordSchema.safeParse(this.#reader.get(withoutMapping(address)));
      if (!record.success) return nowhere;
      const subdivision = record.data.subdivisions?.[0]?.iso_code ?? "";
      return {
        country: record.data.country.iso_code,
        subdivision: /^[A-Z0-9]{1,3}$/.test(subdivision) ? subdivision : null,
      };
    } catch (error) {
      this.#report(`is damaged (${messageOf(error)})`);
      this.#reader = null;
      return nowhere;
    }
  }

  /** Reads the file if it has changed. */
  async check(): Promise<void> {
    const path = this.#path;
    if (path === null) return;
    try {
      const { mtimeMs, size, ino } = await stat(path);
      const seen = `${mtimeMs} ${size} ${ino}`;
      if (seen === this.#seen) return;
      this.#seen = seen;
      this.#reader = null;
      if (size > MAX_FILE_BYTES) return this.#report("is larger than any database of countries");
      const reader = new Reader<never>(await readFile(path));
      const { databaseType } = reader.metadata;
      if (!/country|city|enterprise|location/i.test(databaseType))
        return this.#report(`is of another kind (${databaseType.slice(0, 60)})`);
      this.#reader = reader;
      if (this.#problem !== null) this.#log.info({ file: path }, "GEOIP_FILE can be read again");
      this.#problem = null;
    } catch (error) {
      this.#seen = "";
      this.#reader = null;
      this.#report(`can't be read (${messageOf(error)})`);
    }
  }

  close(): void {
    if (this.#timer !== null) clearInterval(this.#timer);
  }

  #report(problem: string): void {
    if (problem === this.#problem) return;
    this.#problem = problem;
    const file = this.#path;
    this.#log.warn(
      { file, problem },
      "GEOIP_FILE can't be used, so listeners have no country: give a MMDB file of countries or cities",
    );
  }
}

function messageOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).slice(0, 200);
}

function withoutMapping(address: string): string {
  const isMapped = address.toLowerCase().startsWith("::ffff:") && address.includes(".");
  return isMapped ? address.slice("::ffff:".length) : address;
}
