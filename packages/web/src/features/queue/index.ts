// What other features may use.
export { useAddToQueue } from "./queue-data.ts";
