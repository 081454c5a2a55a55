export * from "./commands.ts";
export * from "./djs.ts";
export * from "./events.ts";
export * from "./messages.ts";
export * from "./outputs.ts";
export * from "./programme.ts";
export * from "./settings.ts";
export * from "./status.ts";
