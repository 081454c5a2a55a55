import type { ServerState } from "./server-state.ts";
import { takeToken } from "./throttle-rules.ts";
import type { User } from "./users-and-channels.ts";

/** Whether a user may do this again already. Users of this process are rate-limited by their owner. */
export function takeThrottle(
  server: ServerState,
  user: User,
  action: "nickChanges" | "joins" | "invites",
): boolean {
  if (user.isVirtual) return true;
  const bucket = server.options.limits[action];
  const decision = takeToken(bucket, user.throttles.get(action), server.options.nowMs());
  user.throttles.set(action, decision.level);
  return decision.kind === "taken";
}
