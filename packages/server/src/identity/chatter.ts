import type { Visitor } from "./visitor.ts";

/** Someone who chats from a browser, under a name that is theirs. */
export interface Chatter {
  readonly name: string;
  readonly visitor: Visitor;
}
