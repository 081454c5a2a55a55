import { readBasicCredentials, type Credentials } from "./dj-keys.ts";
import type { DjLineup } from "./dj-lineup.ts";
import { credentialsOf } from "./shoutcast-door.ts";
import type { SourceGate } from "./source-gate.ts";
import { TitlePace } from "../feeds/title-pace.ts";
import type { AdminAnswer, AdminPath, SourceAdminPort } from "../stream/source-port.ts";
import { readQueryBytes, readTitle } from "./title-text.ts";

/** Answers what DJs' programs request besides their sound: new titles, and killing a source. */
export class DjAdmin implements SourceAdminPort {
  readonly #lineup: Pick<DjLineup, "sessionOf" | "kickOnAir">;
  readonly #gate: SourceGate;
  /** Title rate limit of each account. */
  readonly #paces = new Map<string, TitlePace>();

  constructor({
    lineup,
    gate,
  }: {
    readonly lineup: Pick<DjLineup, "sessionOf" | "kickOnAir">;
    readonly gate: SourceGate;
  }) {
    this.#lineup = lineup;
    this.#gate = gate;
  }

  /** @param target path and query as received, one character per byte */
  answer({
    path,
    target,
    authorization,
    address,
  }: {
    readonly path: AdminPath;
    readonly target: string;
    readonly authorization: string | undefined;
    readonly address: string;
  }): AdminAnswer {
    const fields = readQueryBytes(target);
    const checked = this.#gate.check(
      path === "/admin.cgi" ? passwordOf(fields) : readBasicCredentials(authorization),
      address,
    );
    if (checked.kind === "wait")
      return answerOf({
        status: 429,
        message: `Too many wrong keys: try again in ${checked.seconds} s.`,
        headers: [["Retry-After", String(checked.seconds)]],
      });
    if (checked.kind === "unknown") return unknownKey();
    const mount = fields.get("mount")?.toString("latin1") ?? "/live";
    if (mount !== "/live") return answerOf({ status: 404, message: "Source does not exist" });
    // Everyone who may broadcast may control the station: see the rights of roles.
    if (path === "/admin/killsource")
      return this.#lineup.kickOnAir()
        ? answerOf({ status: 200, message: "Source Removed" })
        : answerOf({ status: 404, message: "Source does not exist" });
    return this.#update(checked.key.userId, fields);
  }

  /**
   * Answers libshout's probe before it broadcasts: which methods are supported, then, on the same connection, a try
   * without a key.
   */
  answerToProbe({
    method,
    url,
  }: {
    readonly method?: string | undefined;
    readonly url?: string | undefined;
  }): AdminAnswer | null {
    if (method === "OPTIONS" && url === "*")
      return {
        status: 200,
        contentType: "text/plain",
        body: "",
        headers: [["Allow", "GET, HEAD, OPTIONS, PUT, SOURCE"], CLOSE],
      };
    if ((method === "PUT" || method === "SOURCE") && url?.split("?")[0] === "/live")
      return unknownKey([CLOSE]);
    return null;
  }

  #update(userId: string, fields: ReadonlyMap<string, Buffer>): AdminAnswer {
    const session = this.#lineup.sessionOf(userId);
    if (session === undefined) return answerOf({ status: 404, message: "Source does not exist" });
    if (fields.get("mode")?.toString("latin1") !== "updinfo")
      return answerOf({ status: 400, message: "Only mode=updinfo is supported" });
    const title = readTitle(fields);
    if (title === null) return answerOf({ status: 400, message: "Give song, or artist and title" });
    this.#paceOf(userId).offer(title);
    return answerOf({ status: 200, message: "Metadata update successful" });
  }

  /** Per account, not per connection: a client can always reconnect. */
  #paceOf(userId: string): TitlePace {
    const known = this.#paces.get(userId);
    if (known !== undefined) return known;
    const pace = new TitlePace((title) => this.#lineup.sessionOf(userId)?.setTitle(title));
    this.#paces.set(userId, pace);
    return pace;
  }
}

function passwordOf(fields: ReadonlyMap<string, Buffer>): Credentials | null {
  const password = fields.get("pass")?.toString("utf8");
  return password === undefined ? null : credentialsOf(password);
}

/** In Icecast's wording and XML; none of the text comes from outside. */
function answerOf({
  status,
  message,
  headers = [],
}: {
  readonly status: number;
  readonly message: string;
  readonly headers?: readonly (readonly [string, string])[];
}): AdminAnswer {
  const isDone = status === 200 ? 1 : 0;
  const body = `<?xml version="1.0"?>\n<iceresponse><message>${message}</message><return>${isDone}</return></iceresponse>\n`;
  return { status, contentType: "text/xml; charset=utf-8", body, headers };
}

/** Closes the connection: sources are only recognised at the start of one. */
const CLOSE = ["Connection", "close"] as const;

function unknownKey(headers: AdminAnswer["headers"] = []): AdminAnswer {
  return answerOf({
    status: 401,
    message: "Give your user name and your stream key.",
    headers: [["WWW-Authenticate", 'Basic realm="Neon Relay"'], ...headers],
  });
}
