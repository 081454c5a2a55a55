import type { StreamInfo } from "@neonrelay/contract/callers";
import { randomUuid } from "../../browser/random-uuid.ts";
import { afterPaint } from "../../ui/after-paint.ts";
import { FADE_OUT_MS, type Meters } from "./audio-graph.ts";
import { type EmergencyMute, isMuteOver, nextMute } from "./emergency-mute.ts";
import { heardPositionMs } from "./heard-play.ts";
import {
  connectionOf,
  initialState,
  isActive,
  isRetryDue,
  stepPlayback,
} from "./playback-machine.ts";
import type { Connection, PlaybackEvent, PlayerState } from "./playback-machine.ts";
import { playStream, withCid } from "./player-audio.ts";
import type { PlayerAudio, PlayerGraph, PlayerOptions } from "./player-audio.ts";
import { StreamAddresses } from "./stream-addresses.ts";
import { type AttachmentSource, attachConnection } from "./stream-attachment.ts";
import { loadVolume, saveVolume, volumeGain } from "./volume.ts";

const WATCH_EVERY_MS = 250;

/** Owns the page's one audio element. A store: subscribe, then read `state`. */
export class Player {
  readonly #audio: PlayerAudio;
  readonly #createGraph: (() => PlayerGraph) | undefined;
  readonly #attachments: AttachmentSource;
  readonly #subscribers = new Set<() => void>();
  readonly #page = new AbortController();
  #connection = new AbortController();
  #graph: PlayerGraph | undefined;
  #ending: ReturnType<typeof setTimeout> | undefined;
  #startMs: number | undefined;
  #generation = 0;
  #watch: ReturnType<typeof setInterval> | undefined;
  /** An operator stopped the stream. */
  #isOffAir = false;
  #emergency: EmergencyMute | undefined;
  readonly #addresses = new StreamAddresses();
  #state: PlayerState = { ...initialState, volume: loadVolume() };

  constructor(options: PlayerOptions) {
    this.#audio = options.audio;
    this.#createGraph = options.createGraph;
    this.#attachments = options.attachments;
    const { signal } = this.#page;
    window.addEventListener("online", () => this.#networkReturned(), { signal });
    document.addEventListener("visibilitychange", () => this.#visibilityChanged(), { signal });
  }

  get state(): PlayerState {
    return this.#state;
  }

  /** undefined until the first click, and if sound does not go through a graph. */
  get meters(): Meters | undefined {
    return this.#graph?.meters;
  }

  readonly subscribe = (subscriber: () => void): (() => void) => {
    this.#subscribers.add(subscriber);
    return () => this.#subscribers.delete(subscriber);
  };

  /** The stream's addresses and whether it is up: no retries while an operator has stopped it. */
  recordStream(
    stream: Pick<StreamInfo, "streamUrl" | "addresses" | "isStopped" | "isStreaming">,
  ): void {
    const { streamUrl, addresses, isStopped, isStreaming } = stream;
    this.#addresses.set(addresses);
    if (streamUrl !== this.#state.streamUrl) this.#change({ streamUrl });
    this.#isOffAir = isStopped;
    if (isStopped) this.#dispatch({ type: "station.stopped" });
    else if (isStreaming && this.#state.playback.status === "off-air")
      this.#dispatch({
        type: "station.started",
        connection: this.#newConnection(),
        nowMs: performance.now(),
      });
  }

  /** Starts listening. Call it in a click handler: browsers tie sound to the gesture, WebKit to that very moment. */
  listen(): void {
    if (this.#state.streamUrl === undefined) return;
    this.#graph?.resume();
    this.#dispatch({
      type: "listen.requested",
      connection: this.#newConnection(),
      nowMs: performance.now(),
      isOffAir: this.#isOffAir,
    });
  }

  /** Ends the connection. A live stream is never paused: it would resume in the past. */
  stop(): void {
    this.#dispatch({ type: "stop.requested" });
  }

  /** Fades to near silence; the connection stays. */
  fadeAway(durationMs: number): void {
    this.#graph?.fadeOut(durationMs);
  }

  /** Returns to the chosen volume. */
  cancelFade(): void {
    this.#applyVolume();
  }

  /** Retries now rather than after the delay. */
  retry(): void {
    this.#networkReturned();
  }

  setVolume(volume: number): void {
    saveVolume(volume);
    this.#change({ volume, isMuted: false });
    this.#applyVolume();
  }

  /** Changes the volume within the limits; negative is quieter. */
  turnVolume(by: number): void {
    this.setVolume(Math.max(0, Math.min(100, this.#state.volume + by)));
  }

  toggleMuted(): void {
    this.#change({ isMuted: !this.#state.isMuted });
    this.#applyVolume();
  }

  /**
   * An emergency stop starts or ends: sound buffered before it is never heard.
   * @param edgeMs programme position of the live edge; undefined while unknown
   */
  recordEmergency({ isStopped, edgeMs }: Pick<EmergencyMute, "isStopped" | "edgeMs">): void {
    const told = { isStopped, edgeMs, toldAtMs: performance.now() };
    this.#emergency = nextMute(this.#emergency, told);
    this.#muteInEmergency();
  }

  setGainDb(gainDb: number): void {
    this.#change({ gainDb });
    this.#graph?.setGainDb(gainDb);
  }

  /** The programme position at which a connection began, from the station. */
  attached(cid: string, startMs: number): void {
    if (connectionOf(this.#state.playback)?.cid === cid) this.#startMs = startMs;
  }

  /** The `cid` that is open now, for a socket that has just reconnected. */
  get cid(): string | undefined {
    return connectionOf(this.#state.playback)?.cid;
  }

  /** Programme position of the sound at the speaker; undefined if nothing plays or it is unknown. */
  heardMs(): number | undefined {
    if (this.#state.playback.status !== "playing" || this.#startMs === undefined) return undefined;
    return heardPositionMs({
      startMs: this.#startMs,
      currentTimeSeconds: this.#audio.currentTime,
      outputLatencySeconds: this.#graph?.outputLatencySeconds ?? 0,
    });
  }

  close(): void {
    this.stop();
    this.#tearDown();
    this.#page.abort();
    this.#graph?.close();
  }

  #dispatch(event: PlaybackEvent): void {
    const before = this.#state.playback;
    const playback = stepPlayback(before, event);
    if (playback === before) return;
    this.#change({ playback });
    this.#watchWhile(isActive(playback));
    const isLost = connectionOf(before) !== undefined && connectionOf(playback) === undefined;
    if (isLost && playback.status === "reconnecting") this.#addresses.failed();
    const connection = connectionOf(playback);
    if (connection?.generation === connectionOf(before)?.generation) return;
    if (before.status === "playing" && playback.status === "idle") this.#tearDownSoftly();
    else this.#tearDown();
    if (connection === undefined) return;
    if (this.#graph !== undefined || this.#createGraph === undefined) {
      this.#open(connection);
      return;
    }
    // Creating the first graph takes a tenth of a second, so the pressed button is painted first.
    afterPaint(this.#connection.signal, () => {
      this.#ensureGraph();
      this.#open(connection);
    });
  }

  #open(connection: Connection): void {
    const { streamUrl } = this.#state;
    if (streamUrl === undefined) return;
    const { generation, cid } = connection;
    const { signal } = this.#connection;
    if (this.#graph === undefined) this.#applyVolume();
    else this.#graph.silence();
    playStream(this.#audio, {
      url: withCid(this.#addresses.next(streamUrl), cid),
      signal,
      onSound: () => this.#soundStarted(generation),
      onLost: () => this.#dispatch({ type: "connection.lost", generation, ...this.#circumstances }),
      onPause: () => this.#paused(generation),
      onPlay: () => this.#resumed(),
      onRefused: () => this.#dispatch({ type: "autoplay.refused", generation }),
    });
    attachConnection({
      cid,
      signal,
      source: this.#attachments,
      isAttached: () => this.#startMs !== undefined,
      onAttached: (startMs) => this.attached(cid, startMs),
    });
  }

  /** The connection counts as ended at once, but stays audible until it has faded. */
  #tearDownSoftly(): void {
    if (this.#graph === undefined) {
      this.#tearDown();
      return;
    }
    this.#leaveConnection();
    this.#graph.fadeOut(FADE_OUT_MS);
    this.#ending = setTimeout(() => this.#tearDown(), FADE_OUT_MS);
  }

  #leaveConnection(): void {
    this.#connection.abort();
    this.#connection = new AbortController();
    this.#startMs = undefined;
  }

  #tearDown(): void {
    clearTimeout(this.#ending);
    this.#leaveConnection();
    this.#audio.pause();
    this.#audio.removeAttribute("src");
    this.#audio.load();
  }

  #soundStarted(generation: number): void {
    const { playback } = this.#state;
    // `playing` fires again after each short rebuffering; only the first is a start.
    if (playback.status === "playing") return;
    this.#muteInEmergency();
    this.#graph?.resume();
    this.#graph?.fadeIn(this.#audibleGain());
    this.#dispatch({
      type: "sound.started",
      generation,
      clockSeconds: this.#audio.currentTime,
      nowMs: performance.now(),
    });
  }

  /**
   * The page only pauses connections it has left. The element also fires `pause` when it ends, and the event may be
   * late.
   */
  #paused(generation: number): void {
    if (this.#audio.ended || !this.#audio.paused) return;
    this.#dispatch({ type: "device.paused", generation });
  }

  /** The buffered sound is from the past. */
  #resumed(): void {
    if (this.#state.playback.status === "paused-by-device") this.listen();
  }

  #watchWhile(isActive: boolean): void {
    if (!isActive) {
      clearInterval(this.#watch);
      this.#watch = undefined;
      return;
    }
    this.#watch ??= setInterval(() => this.#look(), WATCH_EVERY_MS);
  }

  #look(): void {
    const nowMs = performance.now();
    this.#muteInEmergency();
    const clockSeconds = this.#audio.currentTime;
    this.#dispatch({ type: "clock.read", clockSeconds, ...this.#circumstances, nowMs });
    if (!isRetryDue(this.#state.playback, nowMs)) return;
    this.#dispatch({ type: "retry.due", connection: this.#newConnection(), nowMs });
  }

  get #circumstances() {
    return { nowMs: performance.now(), random: Math.random(), isOffAir: this.#isOffAir };
  }

  #newConnection(): Connection {
    this.#generation += 1;
    return { cid: randomUuid(), generation: this.#generation };
  }

  #ensureGraph(): void {
    this.#graph ??= this.#createGraph?.();
    this.#graph?.setGainDb(this.#state.gainDb);
    this.#graph?.resume();
  }

  #muteInEmergency(): void {
    const position = { heardMs: this.heardMs(), nowMs: performance.now() };
    if (this.#emergency !== undefined && isMuteOver(this.#emergency, position))
      this.#emergency = undefined;
    const isSilenced = this.#emergency !== undefined;
    if (isSilenced === this.#state.isSilenced) return;
    this.#change({ isSilenced });
    this.#applyVolume();
  }

  #applyVolume(): void {
    if (this.#graph !== undefined) {
      this.#graph.setVolume(this.#audibleGain());
      return;
    }
    this.#audio.volume = volumeGain(this.#state.volume);
    this.#audio.muted = this.#state.isMuted || this.#state.isSilenced;
  }

  #audibleGain(): number {
    const { isMuted, isSilenced, volume } = this.#state;
    return isMuted || isSilenced ? 0 : volumeGain(volume);
  }

  #networkReturned(): void {
    this.#dispatch({ type: "network.returned", nowMs: performance.now() });
    if (isRetryDue(this.#state.playback, performance.now())) this.#look();
  }

  #visibilityChanged(): void {
    if (document.visibilityState !== "visible") return;
    this.#graph?.resume();
    this.#networkReturned();
  }

  #change(change: Partial<PlayerState>): void {
    this.#state = { ...this.#state, ...change };
    for (const subscriber of this.#subscribers) subscriber();
  }
}
