// What other features may use.
export { useAddToQueue } from "./add-to-queue-data.ts";
