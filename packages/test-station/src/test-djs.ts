import { accountSchema, djSessionSchema } from "@neonrelay/contract";
import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { connect, type Socket } from "node:net";
import path from "node:path";
import * as z from "zod";
import { hasLoaded, isAlive } from "./station-processes.ts";
import { until, type TestStation, type Visitor } from "./test-station.ts";

/** A DJ program's connection settings. */
export interface DjAccess {
  readonly username: string;
  readonly key: string;
}

/** A signed-in account that may broadcast. */
export interface TestDj extends DjAccess {
  readonly id: string;
  readonly password: string;
  readonly visitor: Visitor;
}

/** A DJ's audio. */
interface Sound {
  readonly file: string;
  readonly type: string;
}

export interface Source {
  readonly socket: Socket;
  /** The first line of the answer; empty when the station hung up. */
  readonly answer: Promise<string>;
  /** The whole answer, once the station has hung up. */
  readonly lastWords: Promise<string>;
}

/** A tenth of a second of MP3 at 128 kbit/s. */
const PIECE_BYTES = 1600;
/** As much as on-air buffers from a sender faster than real time. */
const FIRST_BYTES = 256 * 1024;

const keySchema = z.object({ key: z.string(), username: z.string() });

/** The server sends on-air a new key shortly after answering. */
export async function untilOnAirHas(key: string, dataDir: string): Promise<void> {
  const kept = path.join(dataDir, "on-air", "dj-keys.json");
  const hash = createHash("sha256").update(key).digest("hex");
  await until("on-air has the key", async () =>
    (await readFile(kept, "utf8").catch(() => "")).includes(hash),
  );
}

/** A station's DJs and what they send. */
export class TestDjs {
  readonly #station: TestStation;
  readonly #operator: Visitor;
  readonly #sources: { readonly socket: Socket; readonly timer: NodeJS.Timeout }[] = [];

  constructor({
    station,
    operator,
  }: {
    readonly station: TestStation;
    readonly operator: Visitor;
  }) {
    this.#station = station;
    this.#operator = operator;
  }

  /** A key on-air accepts. */
  async makeKey(visitor: Visitor): Promise<DjAccess> {
    const { body } = await visitor.call("POST", "/api/live/key");
    const access = keySchema.parse(body);
    await untilOnAirHas(access.key, this.#station.dataDir);
    return access;
  }

  /** An account that may broadcast, with a key. */
  async make(username: string): Promise<TestDj> {
    const account = { username, password: `the password of ${username}` };
    const email = `${username}@radio.example`;
    const made = await this.#operator.call("POST", "/api/users", { ...account, email, role: "dj" });
    const { id } = accountSchema.parse(made.body);
    const visitor = this.#station.visitor();
    await visitor.call("POST", "/api/users/login", account);
    const { password } = account;
    return { ...(await this.makeKey(visitor)), id, password, visitor };
  }

  /**
   * A DJ who sends some seconds at once and the rest in real time. @param address their source address, within
   * 127.0.0.0/8
   */
  async broadcast(
    { username, key }: DjAccess,
    {
      address,
      sound,
      url = this.#station.streamUrl,
    }: { readonly address: string; readonly sound: Sound; readonly url?: string },
  ): Promise<Source> {
    const { port } = new URL(url);
    const bytes = await readFile(sound.file);
    const socket = connect({ port: Number(port), host: "127.0.0.1", localAddress: address });
    const authorization = `Basic ${Buffer.from(`${username}:${key}`).toString("base64")}`;
    socket.write(
      `PUT /live HTTP/1.1\r\nAuthorization: ${authorization}\r\nContent-Type: ${sound.type}\r\n\r\n`,
    );
    let received = "";
    socket.on("data", (chunk: Buffer) => {
      received += chunk.toString("latin1");
    });
    const firstLine = () => received.split("\r\n")[0] ?? "";
    const answer = new Promise<string>((resolve) => {
      socket.once("data", () => resolve(firstLine()));
      socket.once("close", () => resolve(firstLine()));
    });
    const lastWords = new Promise<string>((resolve) => {
      socket.once("close", () => resolve(received));
    });
    socket.on("error", () => {}); // the station hung up
    socket.write(bytes.subarray(0, FIRST_BYTES));
    let at = FIRST_BYTES;
    const timer = setInterval(() => {
      socket.write(bytes.subarray(at, at + PIECE_BYTES));
      at += PIECE_BYTES;
    }, 100);
    this.#sources.push({ socket, timer });
    return { socket, answer, lastWords };
  }

  async sessions() {
    const { body } = await this.#operator.call("GET", "/api/live/sessions");
    return z.array(djSessionSchema).parse(body);
  }

  /** Waits for exactly these DJs, by name and state. */
  async reached(wanted: readonly string[]): ReturnType<TestDjs["sessions"]> {
    return until(`the DJs are: ${wanted.join(", ")}`, async () => {
      const all = await this.sessions();
      const states = all.map(({ djName, state }) => `${djName} ${state}`);
      return states.join() === wanted.join() ? all : undefined;
    });
  }

  /** Ends all broadcasts, and waits until no DJ is left. */
  async hangUp(): Promise<void> {
    for (const { socket, timer } of this.#sources.splice(0)) {
      clearInterval(timer);
      socket.destroy();
    }
    await this.reached([]);
  }
}

/** On a busy machine the next on-air may be up before the server hangs. */
const TRIES = 5;

/** Kills on-air, then runs something on its replacement while the server hangs and so has sent it nothing. */
export async function withoutServer(station: TestStation, run: () => Promise<void>): Promise<void> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    if (await ranWithoutServer(station, run)) return;
    await untilServerAnswers(station);
  }
  throw new Error("on-air was back each time before the server hung");
}

/** @returns whether the server hung before the replacement accepted connections */
async function ranWithoutServer(station: TestStation, run: () => Promise<void>): Promise<boolean> {
  const { server, "on-air": onAir } = station.parts();
  // Without a process id the signal would go to the tests themselves.
  if (server === undefined || onAir === undefined) throw new Error("a part does not run");
  process.kill(onAir, "SIGKILL");
  await until("another on-air has loaded", () => {
    const now = station.parts()["on-air"];
    return now !== undefined && now !== onAir && hasLoaded(now);
  });
  process.kill(server, "SIGSTOP");
  // On-air no longer needs it, and it would replace the hanging server.
  process.kill(station.launcherPid, "SIGSTOP");
  try {
    // An on-air that already answers may have heard from the server.
    if ((await statusOf(station)) !== "") return false;
    await until("another on-air answers", async () => (await statusOf(station)) !== "");
    await run();
    // Lets the launcher find signs of life when it resumes.
    process.kill(server, "SIGCONT");
    await untilServerAnswers(station);
    return true;
  } finally {
    if (isAlive(server)) process.kill(server, "SIGCONT");
    process.kill(station.launcherPid, "SIGCONT");
  }
}

async function untilServerAnswers(station: TestStation): Promise<void> {
  await until("the server answers", async () => {
    const answer = await station
      .visitor()
      .call("GET", "/api/health")
      .catch(() => undefined);
    return answer?.status === 200;
  });
}

/** On-air's own report of what it plays; empty while it does not answer. */
export async function statusOf({ streamUrl }: TestStation): Promise<string> {
  try {
    const answer = await fetch(new URL("/status-json.xsl", streamUrl));
    return answer.ok ? await answer.text() : "";
  } catch {
    return "";
  }
}
