import type { Role } from "@neonrelay/contract";
import type { Requester } from "../../identity/visitor.ts";

/** Who said something in the channel. Rights never follow from a nick. */
export interface Speaker {
  readonly nick: string;
  readonly origin: "irc" | "web";
  /** At this moment, on whatever network. */
  readonly isChannelOperator: boolean;
  readonly isEmbeddedServer: boolean;
  /** Station account behind the speaker: by SASL, by an IRC account that is linked with it, or by a session of the web. */
  readonly account: { readonly id: string; readonly role: Role } | null;
  /** The person that limits count. An operator without an account signed in with the access code. */
  readonly requester: Requester;
  /** The person that votes and likes count, see personKey. */
  readonly personKey: string;
}
