/** Abilities beyond listening; `identity/rights-rules.ts` in the server maps roles to rights. */
export const rights = [
  "request",
  "queue_control",
  "chat_moderation",
  "comment_moderation",
  "station_control",
  "live_broadcast",
  "user_management",
  "system_config",
  "upload",
  "library_edit",
  "programme",
  "audience",
  "backup",
  "database_console",
] as const;
export type Right = (typeof rights)[number];

/** Who may call: everyone, any signed-in user, or users with the right. Only the server enforces this. */
export type Access = "public" | "signed-in" | Right;
