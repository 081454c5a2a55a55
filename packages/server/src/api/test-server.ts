import type { Role } from "@neonrelay/contract";
import { createEvents } from "@neonrelay/process/events";
import { createLogTo } from "@neonrelay/process/log";
import { randomUUID } from "node:crypto";
import type { LoginThrottle } from "../limits/login-throttle.ts";
import { makeServerParts } from "../server-parts.ts";
import { openSession } from "../accounts/session-actions.ts";
import type { ServerConfig } from "../config/config.ts";
import { testConfig } from "../config/test-config.ts";
import { insertAccount, type Account } from "../accounts/account-store.ts";
import type { Database } from "../database/database.ts";
import { openTestDatabase, type TestEngine } from "../database/test-database.ts";
import type { ScheduledBackups } from "../backup/scheduled-backups.ts";
import type { Deletions } from "../deletions/deletions.ts";
import type { Doctor } from "../doctor/doctor.ts";
import type { Irc } from "../irc/irc.ts";
import { quietChannel } from "../irc/test-channel.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Settings } from "../settings/settings.ts";
import { createStationEvents, type StationEvents } from "../events/station-events.ts";
import { requireDocumented } from "./documented-answer.ts";
import { VISITOR_COOKIE } from "../http-kit/visitor-cookie.ts";
import { SESSION_COOKIE } from "../http-kit/session-cookie.ts";
import { requestLimits, type RequestLimits } from "../http-kit/request-limits.ts";
import type { HandOver } from "./stream-mounts.ts";

/** The HTTP and socket side on a real port, with a database of its own and on-air away. */
export interface TestServer extends AsyncDisposable {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly schedule: Schedule;
  readonly systemLog: SystemLog;
  readonly security: SecurityLog;
  readonly throttle: LoginThrottle;
  /** A real one when the configuration says where it is. */
  readonly irc: Irc;
  /** Not started: on-air is away unless the test has one on `on-air.sock` in `dataDir`. */
  readonly link: OnAirLink;
  readonly doctor: Doctor;
  readonly backups: ScheduledBackups;
  readonly deletions: Deletions;
  readonly dataDir: string;
  readonly musicDirs: readonly string[];
  /** How often it asked for a restart. */
  readonly restarts: number;
  /** Scheme, host and port, as a browser sends it. */
  readonly origin: string;
  /**
   * Calls like a browser that is here for the first time, on our own page: with our Origin and no cookie.
   * Throws when the answer is not among those the contract names for the call.
   */
  readonly call: TestCall;
  /** A new browser, which keeps its visitor cookie: one guest. */
  guest(): TestBrowser;
  /** A new browser with a session of a new account of this role, or of the access code. No password is involved. */
  signIn(role: Role | "access-code"): Promise<SignedInBrowser>;
}

type TestCall = (
  method: string,
  path: string,
  options?: { readonly body?: unknown; readonly headers?: Readonly<Record<string, string>> },
) => Promise<TestAnswer>;

interface TestAnswer {
  readonly status: number;
  readonly body: unknown;
  readonly headers: Headers;
}

/** One visitor: `call` sends its cookies, and `cookie` is the header for calls and sockets made by hand. */
export interface TestBrowser {
  readonly cookie: string;
  readonly call: TestCall;
}

export interface SignedInBrowser extends TestBrowser {
  /** null for the access code. */
  readonly account: { readonly id: string; readonly username: string } | null;
}

/** A quick one that takes everything for music. */
const testChildUrl = new URL("../media/test-media-child.ts", import.meta.url);

/** What a test may have otherwise than other tests. */
interface TestServerOptions {
  readonly limits?: Partial<RequestLimits>;
  /** Given each line of a warning or an error in the log. */
  readonly onTrouble?: (line: string) => void;
  /** Where players of the web port go; there is no on-air when left out. */
  readonly handOver?: HandOver;
  /** One of testEngines; the embedded one when left out. */
  readonly engine?: TestEngine;
  /** The channel on IRC; one that is always there when left out. */
  readonly irc?: Irc;
  /** The media child; a quick one that takes everything for music when left out. */
  readonly childUrl?: URL;
  /** How long a media child may be silent; far longer than any is when left out. */
  readonly fileLimitMs?: number;
}

/** @param configured what differs from the configuration of tests */
export async function startTestServer(
  configured: Partial<ServerConfig> = {},
  {
    limits,
    onTrouble = () => {},
    handOver,
    engine,
    irc: channel = quietChannel,
    childUrl = testChildUrl,
    fileLimitMs = 100_000,
  }: TestServerOptions = {},
): Promise<TestServer> {
  const opened = await (engine === undefined ? openTestDatabase() : engine.open());
  const { database, dataDir } = opened;
  const log = createLogTo(onTrouble, { part: "test", level: "warn" });
  const events = createStationEvents(log);
  const config = { ...testConfig(opened), ...configured };
  await using stack = new AsyncDisposableStack();
  stack.use(opened);
  let restarts = 0;
  const parts = await makeServerParts(
    {
      config,
      database,
      lock: null,
      events,
      log,
      lines: createEvents(),
      media: { childUrl, fileLimitMs },
      limits: { ...requestLimits, ...limits },
      ircOff: channel,
      handOver: handOver ?? null,
      turn: null,
      restart: () => void (restarts += 1),
    },
    stack,
  );
  const { app, settings, schedule, systemLog, security, throttle, irc, link, doctor, backups } =
    parts;
  const { deletions } = parts;
  await app.listen({ host: config.host, port: 0 });
  const address = app.server.address();
  if (address === null || typeof address === "string") throw new Error("no address");
  const origin = `http://127.0.0.1:${address.port}`;
  const call = createCall(origin);
  const running = stack.move();
  return {
    database,
    events,
    settings,
    schedule,
    systemLog,
    security,
    throttle,
    irc,
    link,
    doctor,
    backups,
    deletions,
    dataDir,
    musicDirs: config.musicDirs,
    get restarts() {
      return restarts;
    },
    origin,
    call,
    guest: () => openBrowser(call, newVisitorCookie()),
    signIn: async (role) => {
      const account = role === "access-code" ? null : await addAccount(database, role);
      const token = await openSession(database, account);
      const cookie = `${newVisitorCookie()}; ${SESSION_COOKIE}=${token}`;
      return { ...openBrowser(call, cookie), account };
    },
    [Symbol.asyncDispose]: async () => {
      // A server's process ends in the middle of a proof; here it would go on in a folder that is being removed.
      await backups.close();
      await backups.settled();
      await running.disposeAsync();
    },
  };
}

function createCall(origin: string): TestCall {
  return async (method, target, { body, headers = {} } = {}) => {
    const response = await fetch(new URL(target, origin), {
      method,
      headers: {
        origin,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const { status } = response;
    const isJson = text !== "" && response.headers.get("content-type")?.includes("json") === true;
    const answer: unknown = isJson ? JSON.parse(text) : text;
    requireDocumented({ method, target, status, body: answer });
    return { status, body: answer, headers: response.headers };
  };
}

function openBrowser(call: TestCall, cookie: string): TestBrowser {
  return {
    cookie,
    call: (method, target, { body, headers } = {}) =>
      call(method, target, { body, headers: { cookie, ...headers } }),
  };
}

function newVisitorCookie(): string {
  return `${VISITOR_COOKIE}=${randomUUID()}`;
}

/** Its name tells the role; no one can sign in to it with a password. */
async function addAccount(database: Database, role: Role): Promise<Account> {
  const id = randomUUID();
  const username = `${role}-${id.slice(0, 8)}`;
  return await insertAccount(database.connection, { id, username, role, passwordHash: null });
}

/** The name=value of a cookie an answer sets, to be sent back; '' when it does not set it. */
export function cookieOf(headers: Headers, name: string): string {
  const cookie = headers.getSetCookie().find((value) => value.startsWith(`${name}=`));
  return cookie?.split(";")[0] ?? "";
}
