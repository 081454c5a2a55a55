/** The embedded server on a free port, for tests. */
import { type IrcServer, startIrcServer } from "./irc-server.ts";
import { defaultLimits } from "./server-limits.ts";
import type { IrcServerEvent, IrcServerOptions } from "./server-options.ts";

export interface TestServer extends AsyncDisposable {
  readonly irc: IrcServer;
  readonly port: number;
  readonly events: readonly IrcServerEvent[];
  /** Errors reported by the server; there should be none. */
  readonly errors: readonly unknown[];
}

/** Limits high enough for tests that are not about them. */
export const testLimits: IrcServerOptions["limits"] = {
  ...defaultLimits,
  clientsPerAddress: 1000,
  clientsFromLoopback: 1000,
  connectsPerPlace: { burst: 10, perSecond: 1 },
  lines: undefined,
  linesBeforeWelcome: undefined,
  nickChanges: { burst: 1000, perSecond: 1000 },
  joins: { burst: 1000, perSecond: 1000 },
  invites: { burst: 1000, perSecond: 1000 },
};

export async function startTestServer(
  options: Partial<IrcServerOptions> = {},
): Promise<TestServer> {
  const events: IrcServerEvent[] = [];
  const errors: unknown[] = [];
  const irc = await startIrcServer({
    name: "irc.test.local",
    network: "TestNet",
    listen: [{ host: "127.0.0.1", port: 0, tls: undefined }],
    waitsForPorts: false,
    password: undefined,
    cloakSecret: "secret",
    motd: ["hi"],
    adminEmail: "x@example.org",
    channels: [{ name: "#radio", topic: "a topic", masks: [], settings: undefined }],
    bans: [],
    limits: testLimits,
    mayLogInPlain: () => true,
    authenticate: undefined,
    history: undefined,
    refuseNick: () => undefined,
    restrict: () => null,
    rehash: undefined,
    observe: (event) => events.push(event),
    reportError: (error) => errors.push(error),
    nowMs: () => Date.now(),
    ...options,
  });
  return {
    irc,
    port: irc.ports[0] ?? 0,
    events,
    errors,
    [Symbol.asyncDispose]: () => irc.close(),
  };
}
