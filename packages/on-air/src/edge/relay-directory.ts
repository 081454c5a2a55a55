import type { IncomingMessage, ServerResponse } from "node:http";
import type { Logger } from "@neonrelay/process/log";
import { readBasicCredentials } from "../djs/dj-keys.ts";
import { sendText } from "../stream/answers.ts";
import type { EdgeDoorPort } from "../stream/edge-port.ts";
import { SharedSecret } from "./shared-secret.ts";

interface RelayDirectoryParts {
  /** null: nothing is listed. */
  readonly password: string | null;
  /** Paths of the mounts on air now. */
  readonly paths: () => readonly string[];
  readonly log: Logger;
}

/** Lists the mounts for Icecast servers as an Icecast master does (`<master-server>` in their configuration). */
export class RelayDirectory implements EdgeDoorPort {
  readonly #parts: RelayDirectoryParts;
  readonly #password: SharedSecret | null;

  constructor(parts: RelayDirectoryParts) {
    this.#parts = parts;
    this.#password = parts.password === null ? null : new SharedSecret(parts.password);
  }

  answer(request: IncomingMessage, response: ServerResponse, address: string): void {
    if (this.#password === null)
      return sendText(response, 404, "This station lists no mounts: set RELAY_PASSWORD.\n");
    if (request.method !== "GET")
      return sendText(response, 405, "The list can only be read.\n", [["Allow", "GET"]]);
    const given = readBasicCredentials(request.headers.authorization);
    const verdict =
      given === null ? "none" : this.#password.check(given.key, address, performance.now());
    switch (verdict) {
      case "right":
        // Icecast reads lines, and the last one, too, needs its line end.
        return sendText(
          response,
          200,
          this.#parts
            .paths()
            .map((path) => `${path}\n`)
            .join(""),
        );
      case "wait":
        return sendText(response, 429, "Too many wrong passwords from this address.\n");
      case "wrong":
        this.#parts.log.warn("an Icecast relay sent a wrong password");
        return refuse(response);
      case "none":
        return refuse(response);
    }
  }
}

function refuse(response: ServerResponse): void {
  sendText(response, 401, "Give RELAY_PASSWORD of the station as <master-password>.\n", [
    ["WWW-Authenticate", 'Basic realm="Neon Relay"'],
  ]);
}
