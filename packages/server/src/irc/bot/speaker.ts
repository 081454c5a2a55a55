import type { Role } from "@neonrelay/contract";
import type { Requester } from "../../identity/visitor.ts";

/** Author of a message in the channel. A nick never grants rights. */
export interface Speaker {
  readonly nick: string;
  readonly origin: "irc" | "web";
  /** At this moment, on any network. */
  readonly isChannelOperator: boolean;
  readonly isEmbeddedServer: boolean;
  /** The speaker's station account: by SASL, by a linked IRC account, or by a web session. */
  readonly account: { readonly id: string; readonly role: Role } | null;
  /** The person that limits count. An operator without an account signed in with the access code. */
  readonly requester: Requester;
  /** The person that votes and likes count; see personKey. */
  readonly personKey: string;
}
