import type { IncomingMessage, ServerResponse } from "node:http";

/** Where edges report to their master. */
export const EDGE_REPORT_PATH = "/edge/report";

/** Answers the edges that carry these mounts elsewhere. */
export interface EdgeDoorPort {
  /** @param address of the client */
  readonly answer: (request: IncomingMessage, response: ServerResponse, address: string) => void;
}
