import type { ApiError } from "@neonrelay/contract";

export const signInFirst: ApiError = { error: "Sign in to do this", code: "not_signed_in" };
export const roleMayNot: ApiError = { error: "Your role may not do this", code: "not_allowed" };
/** Replaces these two when a setting removes the right from guests and listeners. */
export const offForVisitors = "The station has turned this off for guests and listeners";
export const inMaintenance: ApiError = {
  error:
    "The station is in maintenance: you can listen and read; everything else will be back soon",
  code: "maintenance",
};
