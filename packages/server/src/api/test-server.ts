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
import { testMedia } from "../media/test-media.ts";
import { quietChannel } from "../irc/test-channel.ts";
import type { SystemLog } from "../logs/system-log.ts";
import type { OnAirLink } from "../on-air-link/on-air-link.ts";
import type { SecurityLog } from "../logs/security-log.ts";
import type { Schedule } from "../schedule/schedule.ts";
import type { Settings } from "../settings/settings.ts";
import { createStationEvents, type StationEvents } from "../events/station-events.ts";
import { requireDocumented } from "./documented-answers.ts";
import { SESSION_COOKIE, VISITOR_COOKIE } from "../http-kit/cookies.ts";
import { requestLimits, type RequestLimits } from "../http-kit/request-limits.ts";
import type { HandOver } from "./stream-mounts.ts";

/** The HTTP and socket side on a real port, with its own database; on-air is away. */
export interface TestServer extends AsyncDisposable {
  readonly database: Database;
  readonly events: StationEvents;
  readonly settings: Settings;
  readonly schedule: Schedule;
  readonly systemLog: SystemLog;
  readonly security: SecurityLog;
  readonly throttle: LoginThrottle;
  /** Real if the configuration has an address for it. */
  readonly irc: Irc;
  /** Not started: on-air is away unless the test has one on `on-air.sock` in `dataDir`. */
  readonly link: OnAirLink;
  readonly doctor: Doctor;
  readonly backups: ScheduledBackups;
  readonly deletions: Deletions;
  readonly dataDir: string;
  readonly musicDirs: readonly string[];
  /** Number of restarts it has asked for. */
  readonly restarts: number;
  /** Scheme, host and port, as a browser sends it. */
  readonly origin: string;
  /**
   * Calls like a browser's first visit to our own page: with our Origin and no cookie.
   * Throws when the answer is not one the contract names for the call.
   */
  readonly call: TestCall;
  /** A new browser, which keeps its visitor cookie: one guest. */
  guest(): TestBrowser;
  /** A new browser with a session of a new account of this role, or of the access code; needs no password. */
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

/** One visitor: `call` sends its cookies; `cookie` is the header for hand-made calls and sockets. */
export interface TestBrowser {
  readonly cookie: string;
  readonly call: TestCall;
}

export interface SignedInBrowser extends TestBrowser {
  /** null for the access code. */
  readonly account: { readonly id: string; readonly username: string } | null;
}

/** What a test may set differently from others. */
interface TestServerOptions {
  readonly limits?: Partial<RequestLimits>;
  /** Receives each warning and error line of the log. */
  readonly onTrouble?: (line: string) => void;
  /** Takes the web port's players; without it there is no on-air. */
  readonly handOver?: HandOver;
  /** One of testEngines; default: the embedded one. */
  readonly engine?: TestEngine;
  /** The IRC channel; default: one that is always there. */
  readonly irc?: Irc;
  /** The media child; default: a fast one that accepts everything as music. */
  readonly childUrl?: URL;
  /** How long a media child may be silent; default: far longer than any of them is. */
  readonly fileLimitMs?: number;
}

/** @param configured overrides for the test configuration */
export async function startTestServer(
  configured: Partial<ServerConfig> = {},
  {
    limits,
    onTrouble = () => {},
    handOver,
    engine,
    irc: channel = quietChannel,
    childUrl = testMedia.childUrl,
    fileLimitMs = testMedia.fileLimitMs,
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
      // A real server's process would end in the middle of a check; here it would go on in a folder that is being
      // removed.
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

/** Its name contains the role; nobody can sign in to it with a password. */
async function addAccount(database: Database, role: Role): Promise<Account> {
  const id = randomUUID();
  const username = `${role}-${id.slice(0, 8)}`;
  return await insertAccount(database.connection, { id, username, role, passwordHash: null });
}

/** The name=value of a cookie set by an answer, to send back; '' if it is not set. */
export function cookieOf(headers: Headers, name: string): string {
  const cookie = headers.getSetCookie().find((value) => value.startsWith(`${name}=`));
  return cookie?.split(";")[0] ?? "";
}
