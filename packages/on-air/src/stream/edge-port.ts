import type { IncomingMessage, ServerResponse } from "node:http";

/** Where edges report to their master. */
export const EDGE_REPORT_PATH = "/edge/report";

/** Where Icecast servers ask which mounts there are: `<master-server>` in their configuration. */
export const RELAY_LIST_PATH = "/admin/streamlist.txt";

/** Answers the servers that carry these mounts elsewhere: edges, or Icecast relays. */
export interface EdgeDoorPort {
  /** @param address of the client */
  readonly answer: (request: IncomingMessage, response: ServerResponse, address: string) => void;
}
