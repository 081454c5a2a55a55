import { socketStateTypes } from "@neonrelay/contract";
import * as z from "zod";

/** How often the node that serves says how far it is, in ms. */
export const HEARTBEAT_MS = 1000;

/** What a round of messages is between nodes. Without messages it only says how far the node that serves is. */
export const sharedRoundSchema = z.object({
  /** One higher with each round that has messages; of the last such round when this one has none. */
  sequence: z.int().min(0),
  messages: z.array(
    z.object({
      /** null: an event, which no later message replaces. */
      state: z.nullable(z.enum(socketStateTypes)),
      /** Only for browsers that reached us by this name; null: for all. */
      hostname: z.nullable(z.string()),
      /** The message as browsers get it. */
      text: z.string(),
    }),
  ),
});
export type SharedRound = Readonly<z.infer<typeof sharedRoundSchema>>;
export type SharedMessage = SharedRound["messages"][number];

/** In a node's request for a socket: messages for all are left out, because the node has them from the bus. */
export const SHARED_HEADER = "x-neonrelay-shared";
/** In the answer: the last round that the first messages of the socket include. */
export const SEQUENCE_HEADER = "x-neonrelay-sequence";
/** Tells the node that what it held back may follow now. Browsers never get it. */
export const FOLLOW_MARK = '{"type":"follow"}';
