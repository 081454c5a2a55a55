// Public to other features.
export { useAddToQueue } from "./add-to-queue-data.ts";
