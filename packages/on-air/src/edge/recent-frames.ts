/** Maximum frames remembered: 45 s of MP3. */
const KEPT_FRAMES = 2000;

interface KnownFrame {
  readonly digest: string;
  readonly positionSamples: number;
}

/** The master's newest frames that were put on air, and their positions. */
export class RecentFrames {
  #frames: KnownFrame[] = [];

  add(frame: KnownFrame): void {
    this.#frames.push(frame);
    if (this.#frames.length > 2 * KEPT_FRAMES) this.#frames = this.#frames.slice(-KEPT_FRAMES);
  }

  /** Oldest first. */
  get digests(): readonly string[] {
    return this.#frames.slice(-KEPT_FRAMES).map(({ digest }) => digest);
  }

  /** Where the frame starts; undefined if unknown or not unique, as in silence. */
  placeOf(digest: string): number | undefined {
    const found = this.#frames.filter((frame) => frame.digest === digest);
    return found.length === 1 ? found[0]?.positionSamples : undefined;
  }
}
