import type { Caller } from "./rights-rules.ts";

/** The caller and role, as worded in security events. */
export function describeCaller(caller: Caller): string {
  switch (caller.kind) {
    case "guest":
      return "a guest";
    case "user":
      return `${caller.username} (${caller.role})`;
    case "access-code":
      return "the access code";
    default:
      return caller satisfies never;
  }
}
