import type { ChatSanction } from "@neonrelay/contract";

/** What keeps a user from speaking; a kick is a ban for half a minute. */
export interface Restriction {
  readonly kind: ChatSanction["kind"] | "kick";
  readonly reason: string;
  readonly by: string;
  readonly until: Date | null;
}
