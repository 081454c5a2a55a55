/** How many beats a measurement covers. */
const BEATS = 5;

/** Speed of production over the last beats, in seconds of programme per second of work. */
export class SpeedMeter {
  /** Newest last. */
  #beats: readonly { readonly producedMs: number; readonly workedMs: number }[] = [];
  #producedMs = 0;
  #workedMs = 0;

  /** @param producedMs programme made @param workedMs real time it took */
  add({ producedMs, workedMs }: { readonly producedMs: number; readonly workedMs: number }): void {
    this.#producedMs += producedMs;
    this.#workedMs += workedMs;
  }

  /** Ends a beat. @returns the speed over the last beats; null when there was no work */
  beat(): number | null {
    const newest = { producedMs: this.#producedMs, workedMs: this.#workedMs };
    this.#beats = [...this.#beats, newest].slice(-BEATS);
    this.#producedMs = 0;
    this.#workedMs = 0;
    const producedMs = this.#beats.reduce((sum, beat) => sum + beat.producedMs, 0);
    const workedMs = this.#beats.reduce((sum, beat) => sum + beat.workedMs, 0);
    return producedMs === 0 ? null : Math.round((producedMs / workedMs) * 10) / 10;
  }
}
