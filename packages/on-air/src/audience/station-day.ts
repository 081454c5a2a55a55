/** Tells the station's day of a moment. */
export class StationDays {
  #zone = "";
  #format = formatOf("UTC");
  /** The last answer: most moments lie in the same span. */
  #last = { spanFromMs: Number.NaN, day: "" };

  /** @param zone a name such as `Europe/Berlin`; one that this system lacks counts as UTC */
  follow(zone: string): void {
    if (zone === this.#zone) return;
    this.#zone = zone;
    this.#format = formatOf(zone);
    this.#last = { spanFromMs: Number.NaN, day: "" };
  }

  /** Such as 2026-11-30. @param spanFromMs beginning of a span: days begin with one in every zone */
  of(spanFromMs: number): string {
    if (this.#last.spanFromMs !== spanFromMs)
      this.#last = { spanFromMs, day: this.#format.format(spanFromMs) };
    return this.#last.day;
  }
}

function formatOf(zone: string): Intl.DateTimeFormat {
  // Swedish writes dates as ISO 8601 does.
  const parts = { year: "numeric", month: "2-digit", day: "2-digit" } as const;
  try {
    return new Intl.DateTimeFormat("sv-SE", { ...parts, timeZone: zone });
  } catch {
    return new Intl.DateTimeFormat("sv-SE", { ...parts, timeZone: "UTC" }); // the only cause is the zone
  }
}
