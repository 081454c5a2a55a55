import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { get } from "node:http";
import { setTimeout as delay } from "node:timers/promises";
import type { TestStation, Visitor } from "@neonrelay/test-station";
import * as z from "zod";
import { LineClient } from "../packages/irc/src/test-line-client.ts";
import { markedWav } from "../packages/test-station/src/chaos/marked-track.ts";
import { WebUser } from "../packages/test-station/src/chaos/web-user.ts";
import { anHourOf, type Deed } from "./station-soak-rules.ts";

/** Everything of an hour starts within this time. */
const HOUR_MS = 34_000;
/** Parallelism of each kind. */
const LANES = 8;
/** A visitor may say one line a second. */
const SAY_EVERY_MS = 1100;
const CHATTERS = 10;
const LISTEN_MS = 1500;
/** Attempts per action. */
const TRIES = 2;
const WAIT_MS = 15_000;

/** Addresses that browsers and operators keep requesting. */
const paths = [
  "/api/radio-state",
  "/api/now-playing",
  "/api/queue",
  "/api/chat",
  "/api/comments",
  "/api/tracks?limit=50",
  "/api/tracks/search?q=soak",
  "/api/history",
  "/api/stream/info",
  "/api/session",
  "/api/library/stats",
  "/api/shows",
  "/api/library/artists",
  "/api/irc/status",
  "/api/health",
] as const;
const operatorPaths = [
  "/api/users",
  "/api/system-logs",
  "/api/security-events",
  "/api/plan",
  "/api/plan/aired",
  "/api/spots",
  "/api/monitoring",
  "/api/station-settings",
  "/api/chat/sanctions",
  "/api/incoming",
] as const;

const idSchema = z.object({ id: z.string() });

/** All visitors of a station, one hour of its day at a time. They have all left when an hour ends. */
export class SoakVisitors {
  readonly #station: TestStation;
  readonly #operator: Visitor;
  readonly #trackIds: readonly string[];
  readonly #counts: Record<Exclude<Deed, "plays">, number> = {
    "lines of chat from the web": 0,
    "lines of chat from IRC": 0,
    "joins of IRC": 0,
    "joins of the socket": 0,
    "connections of listeners": 0,
    "API calls": 0,
    "sign-ins": 0,
    "refused sign-ins": 0,
    requests: 0,
    comments: 0,
    likes: 0,
    uploads: 0,
    skips: 0,
    "changes of settings": 0,
  };
  /** Generates addresses and names no earlier visitor had. */
  #visitors = 0;
  #lastComment: string | null = null;

  constructor({
    station,
    operator,
    trackIds,
  }: {
    readonly station: TestStation;
    readonly operator: Visitor;
    readonly trackIds: readonly string[];
  }) {
    this.#station = station;
    this.#operator = operator;
    this.#trackIds = trackIds;
  }

  /** How often each action has succeeded so far. */
  get counts(): Readonly<Record<Exclude<Deed, "plays">, number>> {
    return this.#counts;
  }

  async live(hour: number): Promise<void> {
    const guests = Array.from({ length: LANES }, () => this.#guest());
    const calling = async (index: number): Promise<boolean> => {
      const place = index % (paths.length + operatorPaths.length);
      const path = paths[place];
      if (path === undefined)
        return await this.#asOperator("GET", operatorPaths[place - paths.length] ?? "");
      const guest = guests[index % guests.length];
      return (await guest?.call("GET", path))?.kind === "confirmed";
    };
    await Promise.all([
      this.#chatOnWeb(hour),
      this.#chatOnIrc(hour),
      this.#each("joins of the socket", async () => await this.#visitSocket()),
      this.#each("connections of listeners", async () => await this.#listen()),
      this.#each("API calls", calling),
      this.#each("sign-ins", async () => {
        await this.#guest().signIn();
        return true;
      }),
      this.#each("refused sign-ins", async () => {
        const body = { username: `unknown${this.#visitors}`, password: "a wrong password" };
        const { kind } = await this.#guest().call("POST", "/api/users/login", body);
        return kind === "refused";
      }),
      this.#each("requests", async (index) => {
        const trackId = this.#trackIds[(hour * 8 + index) % this.#trackIds.length];
        return await this.#asOperator("POST", "/api/queue", { trackId });
      }),
      this.#each("comments", async (index) => await this.#comment(`Hour ${hour}, number ${index}`)),
      this.#each("likes", async () => await this.#like()),
      this.#each("uploads", async () => await this.#upload(hour)),
      this.#each("skips", async () => await this.#asOperator("POST", "/api/playback/skip")),
      this.#each("changes of settings", async () => {
        const body = { tagline: `Hour ${hour}` };
        return await this.#asOperator("PUT", "/api/station-settings", body);
      }),
    ]);
  }

  /** Spreads an hour's actions over the hour. @param act returns whether it succeeded */
  async #each(
    deed: Exclude<Deed, "plays">,
    act: (index: number) => Promise<boolean>,
  ): Promise<void> {
    const times = anHourOf(deed);
    const beganMs = performance.now();
    let next = 0;
    const lane = async (): Promise<void> => {
      for (let index = next++; index < times; index = next++) {
        const waitMs = beganMs + (index / times) * HOUR_MS - performance.now();
        if (waitMs > 0) await delay(waitMs);
        let isDone = false;
        for (let tries = 0; tries < TRIES && !isDone; tries += 1)
          isDone = await act(index).catch(() => false); // counted as failed
        if (isDone) this.#counts[deed] += 1;
        else console.log(`${deed}: number ${index} did not come to pass`);
      }
    };
    await Promise.all(Array.from({ length: Math.min(LANES, times) }, lane));
  }

  #guest(): WebUser {
    this.#visitors += 1;
    return new WebUser(this.#station.webUrl, this.#visitors);
  }

  async #asOperator(method: string, path: string, body?: unknown): Promise<boolean> {
    return (await this.#operator.call(method, path, body)).status === 200;
  }

  async #chatOnWeb(hour: number): Promise<void> {
    const lines = anHourOf("lines of chat from the web") / CHATTERS;
    await Promise.all(
      Array.from({ length: CHATTERS }, async (_, index) => {
        const user = this.#guest();
        for (let line = 0; line < lines; line += 1) {
          await delay(Math.max(SAY_EVERY_MS, HOUR_MS / lines));
          const body = { username: `web${hour}of${index}`, message: `line ${line} of ${hour}` };
          for (let tries = 0; tries < TRIES; tries += 1) {
            if ((await user.call("POST", "/api/chat/send", body)).kind === "confirmed") {
              this.#counts["lines of chat from the web"] += 1;
              break;
            }
            await delay(SAY_EVERY_MS);
          }
        }
      }),
    );
  }

  async #chatOnIrc(hour: number): Promise<void> {
    const { port, hash: channel } = new URL(this.#station.ircUrl);
    const lines = anHourOf("lines of chat from IRC") / anHourOf("joins of IRC");
    await this.#each("joins of IRC", async (index) => {
      this.#visitors += 1;
      using client = await LineClient.register({
        port: Number(port),
        nick: `irc${hour}x${index}n${this.#visitors}`,
      });
      client.send(`JOIN ${channel}`);
      await client.until(/ 366 /);
      for (let line = 0; line < lines; line += 1) {
        client.send(`PRIVMSG ${channel} :line ${line} of hour ${hour} on IRC`);
        await client.sync();
        this.#counts["lines of chat from IRC"] += 1;
      }
      client.send("QUIT :until tomorrow");
      return true;
    });
  }

  /** A browser that joins the chat for a moment and reports that it listens. */
  async #visitSocket(): Promise<boolean> {
    this.#visitors += 1;
    const number = this.#visitors;
    const { webUrl } = this.#station;
    const socket = new WebSocket(new URL("/ws", webUrl.replace(/^http/, "ws")));
    const limit = AbortSignal.timeout(WAIT_MS);
    try {
      await once(socket, "open", { signal: limit });
      const pong = Promise.withResolvers<void>();
      socket.addEventListener("message", ({ data }) => {
        if (typeof data === "string" && data.startsWith('{"type":"pong"')) pong.resolve();
      });
      socket.send(JSON.stringify({ type: "chat_join", data: { username: `socket${number}` } }));
      socket.send(JSON.stringify({ type: "listen", data: { cid: randomUUID() } }));
      socket.send(JSON.stringify({ type: "ping" }));
      const late = once(limit, "abort").then(() => {
        throw new Error("the socket did not answer");
      });
      await Promise.race([pong.promise, late]);
      return true;
    } finally {
      socket.close();
    }
  }

  /** A listening period, from connecting to disconnecting. */
  async #listen(): Promise<boolean> {
    const listening = Promise.withResolvers<boolean>();
    const url = `${this.#station.streamUrl}?cid=${randomUUID()}`;
    const asking = get(url, { headers: { "icy-metadata": "1" }, timeout: WAIT_MS }, (response) => {
      let bytes = 0;
      response.on("data", (chunk: Buffer) => (bytes += chunk.length));
      setTimeout(() => {
        response.destroy();
        listening.resolve(response.statusCode === 200 && bytes > 0);
      }, LISTEN_MS);
    });
    asking.on("error", () => listening.resolve(false));
    return await listening.promise;
  }

  async #comment(content: string): Promise<boolean> {
    const outcome = await this.#guest().call("POST", "/api/comments", { content });
    if (outcome.kind !== "confirmed") return false;
    this.#lastComment = idSchema.parse(outcome.body).id;
    return true;
  }

  async #like(): Promise<boolean> {
    if (this.#lastComment === null) await this.#comment("The first to like");
    const path = `/api/comments/${this.#lastComment}/like`;
    return (await this.#guest().call("POST", path)).kind === "confirmed";
  }

  async #upload(hour: number): Promise<boolean> {
    const operator = this.#guest();
    await operator.signIn();
    this.#counts["sign-ins"] += 1;
    // Files that measure the same count as the same music.
    const file = markedWav({ firstNumber: 100_000 + hour * 100, seconds: 5 + hour });
    return (await operator.upload(`uploaded ${hour}.wav`, file)).kind === "confirmed";
  }
}
