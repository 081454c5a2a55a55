import type { IncomingMessage, ServerResponse } from "node:http";

/** Where edges report to their master. */
export const EDGE_REPORT_PATH = "/edge/report";

/** Where Icecast servers ask for the list of mounts: `<master-server>` in their configuration. */
export const RELAY_LIST_PATH = "/admin/streamlist.txt";

/** Answers servers that carry these mounts elsewhere: edges, or Icecast relays. */
export interface EdgeDoorPort {
  /** @param address of the client */
  readonly answer: (request: IncomingMessage, response: ServerResponse, address: string) => void;
}
