import type { Logger } from "@neonrelay/process/log";
import type { AudiencePort } from "./audience-port.ts";
import { isMountOn, mountFacts, type MountFacts } from "./mount-formats.ts";
import type { OnAirSettings } from "../protocol/index.ts";
import { codecs, type Codec } from "../formats/stream-formats.ts";
import { Hls } from "./hls/hls.ts";
import { HlsIds } from "./hls/hls-ids.ts";
import { ListenerCrowd } from "./listener-crowd.ts";
import { ListenerHub } from "./listener-hub.ts";
import {
  decideAdmission,
  type Admission,
  type CrowdLimits,
  type ListenerAsking,
} from "./listener-rules.ts";
import type { Ring } from "./ring.ts";

/** How many connections' start positions are remembered; the oldest are forgotten first. */
const MAX_SESSIONS = 10_000;
/** Minimum interval between logs about networks that have used up their share. */
const TELL_FULL_NETWORK_MS = 10 * 60_000;

/** One address to listen at. */
export interface Mount extends MountFacts {
  readonly codec: Codec;
  readonly ring: Ring;
  readonly hub: ListenerHub;
}

interface Session {
  readonly cid: string;
  readonly startMs: number;
}

/** The mounts that are on, HLS, and all their listeners. */
export class Mounts {
  readonly #mounts = new Map<Codec, Mount>();
  #hls: Hls | null = null;
  readonly hlsIds = new HlsIds();
  readonly #crowd: ListenerCrowd;
  readonly #audience: AudiencePort;
  readonly #sessions = new Map<string, number>();
  readonly #log: Logger;
  readonly #onCountChanged: () => void;
  readonly #onAttached: (session: Session) => void;
  readonly #wallMsOf: (positionSamples: number) => number;
  #peak = 0;
  #toldFullNetworkAtMs = Number.NEGATIVE_INFINITY;

  constructor({
    limits,
    audience,
    log,
    onCountChanged,
    onAttached,
    wallMsOf,
  }: {
    readonly limits: CrowdLimits;
    readonly audience: AudiencePort;
    readonly log: Logger;
    readonly onCountChanged: () => void;
    readonly onAttached: (session: Session) => void;
    /** Wall-clock time, in ms, at which a programme position is due. */
    readonly wallMsOf: (positionSamples: number) => number;
  }) {
    this.#crowd = new ListenerCrowd(limits);
    this.#audience = audience;
    this.#log = log;
    this.#onCountChanged = onCountChanged;
    this.#onAttached = onAttached;
    this.#wallMsOf = wallMsOf;
  }

  /** Opens the mounts that the settings switch on and closes the others. @param rings the encoded mounts */
  follow(rings: ReadonlyMap<Codec, Ring>, settings: OnAirSettings): void {
    for (const codec of codecs) {
      const ring = isMountOn(codec, settings) ? rings.get(codec) : undefined;
      const mount = this.#mounts.get(codec);
      if (mount?.ring === ring) continue;
      this.#mounts.delete(codec);
      mount?.hub.retire();
      if (ring !== undefined) this.#mounts.set(codec, this.#open(codec, ring));
    }
    // An emergency stop: sound from before it must not be heard again.
    if (!settings.isPlaying && settings.volume === 0)
      for (const { ring } of this.all) ring.offerNothingOlder();
    const hlsRing = settings.isHlsOn ? rings.get("aac") : undefined;
    if (this.#hls?.ring === hlsRing) return;
    this.#hls?.close();
    this.#hls = hlsRing === undefined ? null : this.#openHls(hlsRing);
  }

  /** Mounts that are on, MP3 first. */
  get all(): readonly Mount[] {
    return codecs.flatMap((codec) => this.#mounts.get(codec) ?? []);
  }

  at(path: string): Mount | undefined {
    return this.all.find((mount) => mount.path === path);
  }

  /** The mount for a path that players kept from other software. */
  atOldAddress(path: string, { oldAddresses }: OnAirSettings): Mount | undefined {
    const codec = oldAddresses.find((address) => address.path === path)?.codec;
    return codec && (this.#mounts.get(codec) ?? this.#mounts.get("mp3"));
  }

  /** null: HLS is off. */
  get hls(): Hls | null {
    return this.#hls;
  }

  /** Current listeners of all mounts and HLS; several connections to a mount with the same cid count as one. */
  get listeners(): number {
    return this.#sum((hub) => hub.count) + (this.#hls?.listeners ?? 0);
  }

  /** Maximum simultaneous listeners since the start. */
  get peak(): number {
    return this.#peak;
  }

  /** Sockets taken over and not closed yet, of any kind, plus listeners that poll HLS. */
  get connections(): number {
    return this.#sum((hub) => hub.connections) + (this.#hls?.listeners ?? 0);
  }

  /** How many connections the listener with this cid has: if any, another adds no listener. */
  connectionsOf(cid: string | null): number {
    return this.#sum((hub) => hub.connectionsOf(cid));
  }

  /** Whether there is room for one more. @param address of the client */
  admit({
    kind,
    address,
    connectionsOfCid,
    maxListeners,
  }: ListenerAsking & { readonly address: string }): Admission {
    const { listeners, connections } = this;
    const network = this.#crowd.of(address);
    const asking = { kind, connectionsOfCid, maxListeners };
    const admission = decideAdmission({ ...asking, listeners, connections, network });
    if (admission.kind === "network-full") this.#reportFullNetwork();
    return admission;
  }

  /** Programme position, in ms, at which that connection's sound started; undefined if not known (any more). */
  sessionStartMs(cid: string): number | undefined {
    return this.#sessions.get(cid);
  }

  /** Records a connection to one of this station's edges. */
  recordSession(session: Session): void {
    this.#remember(session);
  }

  /** Lets each connection finish sending, then ends it. */
  endAll(): void {
    for (const { hub } of this.all) hub.endAll();
  }

  /** Ends all connections, including those that are slow to end. */
  async close(): Promise<void> {
    this.#hls?.close();
    await Promise.all(this.all.map(async ({ hub }) => hub.close()));
  }

  #sum(countOf: (hub: ListenerHub) => number): number {
    return this.all.reduce((sum, { hub }) => sum + countOf(hub), 0);
  }

  #reportFullNetwork(): void {
    const nowMs = performance.now();
    if (nowMs - this.#toldFullNetworkAtMs < TELL_FULL_NETWORK_MS) return;
    this.#toldFullNetworkAtMs = nowMs;
    this.#log.warn(
      "refused listeners: one network reached its limit. Raise LISTENERS_PER_NETWORK, or name the proxy in TRUST_PROXY",
    );
  }

  #open(codec: Codec, ring: Ring): Mount {
    const facts = mountFacts[codec];
    const hub = new ListenerHub({
      ring,
      path: facts.path,
      crowd: this.#crowd,
      audience: this.#audience,
      log: this.#log,
      onCountChanged: () => this.#countChanged(),
      onAttached: ({ cid, startMs }) => this.#remember({ cid, startMs: startMs + facts.preSkipMs }),
    });
    return { ...facts, codec, ring, hub };
  }

  #openHls(ring: Ring): Hls {
    return new Hls({
      ring,
      crowd: this.#crowd,
      audience: this.#audience,
      wallMsOf: this.#wallMsOf,
      onCountChanged: () => this.#countChanged(),
    });
  }

  #countChanged(): void {
    this.#peak = Math.max(this.#peak, this.listeners);
    this.#onCountChanged();
  }

  #remember(session: Session): void {
    const { cid, startMs } = session;
    this.#sessions.delete(cid);
    this.#sessions.set(cid, startMs);
    const oldest = this.#sessions.keys().next();
    if (this.#sessions.size > MAX_SESSIONS && oldest.done !== true)
      this.#sessions.delete(oldest.value);
    this.#onAttached(session);
  }
}
