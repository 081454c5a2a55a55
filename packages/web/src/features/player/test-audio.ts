import type { PlayerAudio } from "./player-audio.ts";

/** A silent audio element: it records its calls, and the test acts as the network. */
export class SilentAudio extends EventTarget implements PlayerAudio {
  src = "";
  crossOrigin: string | null = null;
  currentTime = 0;
  volume = 1;
  muted = false;
  paused = true;
  ended = false;
  loads = 0;
  answer: () => Promise<void> = () => Promise.resolve();

  play(): Promise<void> {
    this.paused = false;
    return this.answer();
  }

  pause(): void {
    this.paused = true;
  }

  load(): void {
    this.loads += 1;
    this.currentTime = 0;
  }

  removeAttribute(name: string): void {
    if (name === "src") this.src = "";
  }

  /** The sound starts: the element says so, and its clock moves. */
  startSound(): void {
    this.currentTime = 0.1;
    this.dispatchEvent(new Event("playing"));
  }

  /** A call comes in, or the headphones are unplugged. */
  pauseByDevice(): void {
    this.paused = true;
    this.dispatchEvent(new Event("pause"));
  }

  get cid(): string | null {
    return this.src === "" ? null : new URL(this.src).searchParams.get("cid");
  }
}
