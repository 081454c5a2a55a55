/** Who asks for sound. */
export interface ListenerClient {
  readonly address: string;
  /** Through our own port, or handed over by the web port. */
  readonly via: "stream" | "web";
  readonly userAgent: string;
}

/** A listener who got their first sound. */
export interface ListenerFacts extends ListenerClient {
  /** The mount's path, or HLS's. */
  readonly mount: string;
}

/** A listener on a mount, for as long as their connection lasts. */
export interface ConnectedListener extends ListenerFacts {
  /** Connections of one cid to a mount are one listener. */
  readonly cid: string | null;
  /** Bytes sent so far on this connection. */
  readonly bytes: () => number;
  readonly disconnect: () => void;
}

/** What a listener of HLS could have fetched. */
interface FetchedSound {
  readonly seconds: number;
  readonly bytes: number;
}

export interface FetchingListener {
  readonly heard: (sound: FetchedSound) => void;
  /** @param silentMs how long ago they last asked */
  readonly ended: (silentMs: number) => void;
}

/** Who listens, for the ledger. Only counted listeners are reported: no relays, monitors or probes. */
export interface AudiencePort {
  /** @returns call when the connection has closed */
  readonly connected: (listener: ConnectedListener) => () => void;
  readonly fetching: (listener: ListenerFacts) => FetchingListener;
}
