import type { ChatSanction } from "@neonrelay/contract";

/** What forbids a user to speak; a kick is a ban for half a minute. */
export interface Restriction {
  readonly kind: ChatSanction["kind"] | "kick";
  readonly reason: string;
  readonly by: string;
  readonly until: Date | null;
}
