export * from "./accounts.ts";
export * from "./endpoint.ts";
export * from "./errors.ts";
export * from "./health.ts";
export * from "./live.ts";
export * from "./queue.ts";
export * from "./radio.ts";
export * from "./tracks.ts";
