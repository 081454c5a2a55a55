import type { Casemapping } from "../protocol/casemapping.ts";

/** The embedded server's casemapping, announced in ISUPPORT. */
export const serverCasemapping: Casemapping = "ascii";
