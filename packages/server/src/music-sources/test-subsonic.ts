/** A Subsonic test server, written from the public description of the API. */
import { createHash } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { NewMusicSource } from "@neonrelay/contract";

interface TestSong {
  readonly id: string;
  readonly title: string | number;
  readonly [field: string]: unknown;
}

/** @param well responds as the server normally does */
type Answer = (response: ServerResponse, query: URLSearchParams, well: () => void) => void;

export const testAccount = { username: "station", password: "s3cret pass", apiKey: "key-12345" };
const MAX_PAGE = 500;

export class TestSubsonic implements AsyncDisposable {
  /** Songs by album id. */
  albums: ReadonlyMap<string, readonly TestSong[]> = new Map();
  playlists: ReadonlyMap<string, readonly string[]> = new Map();
  /** Sound by song id; other songs use `sound`. */
  readonly sounds = new Map<string, Buffer>();
  sound: Buffer = testWave(1);
  /** Custom responses for methods such as `getAlbum`. */
  readonly answers = new Map<string, Answer>();
  /** Called methods, with the id. */
  readonly asked: string[] = [];
  password = testAccount.password;
  lastScan: string | null = null;
  readonly #server: Server;
  #port = 0;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<TestSubsonic> {
    const server = createServer();
    const subsonic = new TestSubsonic(server);
    server.on("request", (request, response) => subsonic.#answer(request, response));
    await subsonic.listen();
    return subsonic;
  }

  /** Listens on the same port again after `stop`. */
  async listen(): Promise<void> {
    this.#server.listen(this.#port, "127.0.0.1");
    await once(this.#server, "listening");
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("no port");
    this.#port = address.port;
  }

  async stop(): Promise<void> {
    this.#server.closeAllConnections();
    this.#server.close();
    await once(this.#server, "close");
  }

  get url(): string {
    return `http://127.0.0.1:${this.#port}`;
  }

  /** The source as an operator would enter it. */
  get source(): NewMusicSource {
    return {
      name: "Test",
      url: this.url,
      signIn: "token",
      username: testAccount.username,
      password: testAccount.password,
      isPrivateAllowed: true,
      everyMinutes: 60,
      cacheMegabytes: 100,
      isEnabled: true,
    };
  }

  async [Symbol.asyncDispose](): Promise<void> {
    if (this.#server.listening) await this.stop();
  }

  #answer(request: IncomingMessage, response: ServerResponse): void {
    const { pathname, searchParams } = new URL(request.url ?? "", this.url);
    const method = /^\/rest\/(\w+)\.view$/.exec(pathname)?.[1] ?? "";
    const id = searchParams.get("id") ?? "";
    this.asked.push(`${method} ${id}`.trim());
    const own = this.answers.get(method);
    if (!this.#isSignedIn(searchParams)) fail(response, 40, "Wrong username or password");
    else {
      const well = () => this.#answerWell(response, { method, id, query: searchParams });
      if (own === undefined) well();
      else own(response, searchParams, well);
    }
  }

  #isSignedIn(query: URLSearchParams): boolean {
    if (query.get("apiKey") !== null) return query.get("apiKey") === testAccount.apiKey;
    const salt = query.get("s") ?? "";
    const token = createHash("md5")
      .update(this.password + salt)
      .digest("hex");
    const encoded = `enc:${Buffer.from(this.password).toString("hex")}`;
    const isKnown = query.get("u") === testAccount.username;
    return isKnown && (query.get("t") === token || query.get("p") === encoded);
  }

  #answerWell(
    response: ServerResponse,
    {
      method,
      id,
      query,
    }: { readonly method: string; readonly id: string; readonly query: URLSearchParams },
  ): void {
    switch (method) {
      case "ping":
        return reply(response, {});
      case "getScanStatus": {
        const lastScan = this.lastScan === null ? {} : { lastScan: this.lastScan };
        return reply(response, { scanStatus: { scanning: false, ...lastScan } });
      }
      case "getAlbumList2": {
        const offset = Number(query.get("offset"));
        const size = Math.min(Number(query.get("size")), MAX_PAGE);
        const ids = [...this.albums.keys()].slice(offset, offset + size);
        return reply(response, { albumList2: { album: ids.map((each) => ({ id: each })) } });
      }
      case "getAlbum": {
        const songs = this.albums.get(id);
        if (songs === undefined) return fail(response, 70, "Album not found");
        return reply(response, { album: { id, artist: "Vega", song: songs } });
      }
      case "getPlaylists": {
        const playlist = [...this.playlists].map(([name, songs]) => ({
          id: name,
          name,
          songCount: songs.length,
        }));
        return reply(response, { playlists: { playlist } });
      }
      case "getPlaylist": {
        const entry = this.playlists.get(id)?.map((each) => ({ id: each }));
        if (entry === undefined) return fail(response, 70, "Playlist not found");
        return reply(response, { playlist: { id, name: id, entry } });
      }
      case "download": {
        const isThere = [...this.albums.values()].flat().some((song) => song.id === id);
        if (!isThere) return fail(response, 70, "Song not found");
        response.writeHead(200, { "content-type": "audio/wav" });
        response.end(this.sounds.get(id) ?? this.sound);
        return;
      }
      default:
        return fail(response, 0, `There is no ${method}`);
    }
  }
}

export function reply(response: ServerResponse, content: object): void {
  const body = { "subsonic-response": { status: "ok", version: "1.16.1", ...content } };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

export function fail(response: ServerResponse, code: number, message: string): void {
  const body = {
    "subsonic-response": { status: "failed", version: "1.16.1", error: { code, message } },
  };
  response.writeHead(200, { "content-type": "application/json" }).end(JSON.stringify(body));
}

/** A tone of this many seconds: 8 kHz, 16 bit, mono. */
export function testWave(seconds: number, frequencyHz = 440): Buffer {
  const rate = 8000;
  const samples = Buffer.alloc(seconds * rate * 2);
  for (let index = 0; index < seconds * rate; index += 1)
    samples.writeInt16LE(
      Math.round(12_000 * Math.sin((2 * Math.PI * frequencyHz * index) / rate)),
      index * 2,
    );
  const header = Buffer.alloc(44);
  header.write("RIFF", 0);
  header.writeUInt32LE(36 + samples.length, 4);
  header.write("WAVEfmt ", 8);
  header.writeUInt32LE(16, 16);
  header.writeUInt16LE(1, 20);
  header.writeUInt16LE(1, 22);
  header.writeUInt32LE(rate, 24);
  header.writeUInt32LE(rate * 2, 28);
  header.writeUInt16LE(2, 32);
  header.writeUInt16LE(16, 34);
  header.write("data", 36);
  header.writeUInt32LE(samples.length, 40);
  return Buffer.concat([header, samples]);
}
