import * as z from "zod/mini";

/** What guests may do with the queue: everything, add to it, or nothing. */
export const guestQueueActions = ["full", "requests only", "off"] as const;

/** What a browser needs to show the right controls. */
export const stationPolicySchema = z.object({
  commentsEnabled: z.boolean(),
  registrationEnabled: z.boolean(),
  maintenanceMode: z.boolean(),
  guestQueueActions: z.enum(guestQueueActions),
});

export type StationPolicy = z.infer<typeof stationPolicySchema>;

/** Of a new station. */
export const initialPolicy: StationPolicy = {
  commentsEnabled: true,
  registrationEnabled: false,
  maintenanceMode: false,
  guestQueueActions: "full",
};
